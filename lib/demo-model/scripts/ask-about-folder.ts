import type { DemoReply, DemoScript, DemoTurn } from '../demo-turn';
import { nameFolder, nameFolderInAnswer, toPlainFolder } from '../name-folder';
import { fileLines, listedFiles, type SearchHit, searchHits } from '../read-tool-text';
import { lastStep, stepsOf, textParameter } from '../turn-steps';

const commonWords =
  /^(about|does|from|have|here|many|much|that|their|them|there|these|they|this|those|what|when|where|which|will|with|would|your|file|files|folder|document|documents|tell|show|were|been|into|some|should|could|contain|contains|mean|know|said|says|made|make|decide|decided)$/;

/** Lists the folder, searches for the longest words of the question, and reads the file with the most matches. */
export const askAboutFolder: DemoScript = (turn) => {
  const folder = turn.values['folder'] ?? '.';
  const listing = lastStep(turn, 'list_files');
  if (!listing) {
    const parameters = { path: folder, recursive: true };
    return {
      words: `I'll list the files in ${nameFolder(folder)} first.`,
      call: { tool: 'list_files', parameters },
    };
  }
  if (!listing.outcome.ok)
    return { answer: `I couldn’t list ${nameFolderInAnswer(folder)}.\n\n> ${listing.outcome.message}` };

  const words = keywords(turn.values['question'] ?? '');
  const searched = stepsOf(turn, 'search_files').length;
  const word = words[searched];
  if (word !== undefined)
    return { call: { tool: 'search_files', parameters: { query: word, path: folder } } };

  const hits = stepsOf(turn, 'search_files').flatMap((step) =>
    step.outcome.ok ? searchHits(step.outcome.text) : [],
  );
  const best = mostFrequent(hits);
  if (best === null) return describeFolder(folder, listedFiles(listing.outcome.text), words);
  if (!lastStep(turn, 'read_file')) {
    return {
      words: `Most matches are in ${best}.`,
      call: { tool: 'read_file', parameters: { path: best } },
    };
  }
  return quote(turn, hits, words);
};

function quote(turn: DemoTurn, hits: readonly SearchHit[], words: readonly string[]): DemoReply {
  const seen = new Set<string>();
  const quotes = hits
    .filter((hit) => !hit.text.trimStart().startsWith('|'))
    .filter((hit) => !seen.has(`${hit.path}:${hit.line}`) && seen.add(`${hit.path}:${hit.line}`))
    .slice(0, 8)
    .map((hit) => `- ${hit.text.trim().replace(/^([-*#>]+\s*)+/, '')} (\`${hit.path}\`, line ${hit.line})`);
  const read = lastStep(turn, 'read_file');
  const path = read ? textParameter(read, 'path') : '';
  const lines = read?.outcome.ok ? fileLines(read.outcome.text) : [];
  const title = lines.find((line) => line.startsWith('#'))?.replace(/^#+\s*/, '');
  const head = `Here’s what your files say about **${words.join('** and **')}**:`;
  const tail = title ? `For more, start with \`${path}\` (“${title}”, ${lines.length} lines).` : '';
  return { answer: [head, quotes.join('\n'), tail].join('\n\n') };
}

function describeFolder(folder: string, files: readonly string[], words: readonly string[]): DemoReply {
  const nothing =
    words.length > 0 ? `No file mentions ${words.map((word) => `“${word}”`).join(' or ')}. ` : '';
  const shown = files.slice(0, 30).map((path) => `- \`${path}\``);
  const more = files.length > shown.length ? `\n- … and ${files.length - shown.length} more` : '';
  const place = toPlainFolder(folder) === '.' ? 'The workspace' : nameFolderInAnswer(folder);
  const head = `${nothing}${place} contains ${files.length} ${files.length === 1 ? 'file' : 'files'}:`;
  return { answer: `${head}\n\n${shown.join('\n')}${more}` };
}

/** Returns at most two words, the longest first, because long words are the most specific. */
function keywords(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}-]{3,}/gu) ?? [];
  return [...new Set(words)]
    .filter((word) => !commonWords.test(word))
    .sort((a, b) => b.length - a.length)
    .slice(0, 2);
}

function mostFrequent(hits: readonly SearchHit[]): string | null {
  const counts = new Map<string, number>();
  for (const hit of hits) counts.set(hit.path, (counts.get(hit.path) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
