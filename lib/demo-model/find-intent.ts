import type { JsonObject } from '../shared/json';

export type Intent = { tool: string; parameters: JsonObject; words: string };

const pathPattern = String.raw`[\`"']?([\w@.-]+(?:/[\w@. -]*[\w@-])*(?:\.\w+)?/?)[\`"']?`;

type Rule = { looks: RegExp; toIntent: (found: string[]) => Intent };

function toCommand([command = '', folder = '']: string[]): Intent {
  return {
    tool: 'run_command',
    parameters: { command, folder: folder || '.', timeout_seconds: 60 },
    words: "I'll run that command.",
  };
}

/** The first rule that matches wins, so narrow rules come first. */
const rules: Rule[] = [
  {
    looks: new RegExp(
      String.raw`\b(?:run|execute|start|try)\b[^\`]*\`([^\`]+)\`(?:\s+in\s+(?:the\s+)?(?:folder\s+)?${pathPattern})?`,
      'i',
    ),
    toIntent: toCommand,
  },
  {
    // Without backticks, words that begin like a sentence are no command: "run the tests".
    looks: new RegExp(
      String.raw`^(?:please\s+)?(?:run|execute)\s+(?:the\s+command\s+)?(?!(?:the|a|an|all|my|this|that|it)\b)([\w./~-][^\`\n]*?)(?:\s+in\s+(?:the\s+)?(?:folder\s+)?${pathPattern})?[.!]?$`,
      'i',
    ),
    toIntent: toCommand,
  },
  {
    looks: /(https?:\/\/[^\s`"'<>]+)/i,
    toIntent: ([url = '']) => ({
      tool: 'http_request',
      parameters: { method: 'GET', url: url.replace(/[.,;:!?)]+$/, '') },
      words: "I'll request that URL.",
    }),
  },
  {
    looks: new RegExp(
      String.raw`\b(?:write|create|save|make)\b(?:\s+(?:a|the|new|note|file|to|into|in|called|named))*\s+${pathPattern}\s*(?::|\bwith\b|\bsaying\b)\s*([\s\S]+)`,
      'i',
    ),
    toIntent: ([path = '', content = '']) => ({
      tool: 'write_file',
      parameters: { path, content: `${content.trim()}\n`, overwrite: false },
      words: `I'll write ${path}.`,
    }),
  },
  {
    looks: new RegExp(String.raw`\b(?:move|rename)\s+${pathPattern}\s+(?:to|as|into)\s+${pathPattern}`, 'i'),
    toIntent: ([from = '', to = '']) => ({
      tool: 'move_file',
      parameters: { from, to },
      words: `I'll move ${from}.`,
    }),
  },
  {
    looks: new RegExp(String.raw`\b(?:delete|remove)\s+(?:the\s+)?(?:file\s+)?${pathPattern}`, 'i'),
    toIntent: ([path = '']) => ({ tool: 'delete_file', parameters: { path }, words: `I'll delete ${path}.` }),
  },
  {
    looks:
      /\b(?:search|look|grep|find)\b(?:\s+(?:for|the|word|text|files|with|containing))*\s+["'`“]?([^"'`”\n]{2,100}?)["'`”]?[.?!]?$/i,
    toIntent: ([query = '']) => ({
      tool: 'search_files',
      parameters: { query, path: '.' },
      words: `I'll search for “${query}”.`,
    }),
  },
  {
    looks: new RegExp(
      String.raw`\b(?:read|open|print|cat|show(?:\s+me)?|summari[sz]e)\b(?:\s+(?:the|file|document))*\s+${pathPattern}`,
      'i',
    ),
    toIntent: ([path = '']) =>
      /\.\w+$/.test(path)
        ? { tool: 'read_file', parameters: { path }, words: `I'll read ${path}.` }
        : {
            tool: 'list_files',
            parameters: { path: '.', recursive: true },
            words: "I'll list the files.",
          },
  },
  {
    looks: new RegExp(
      String.raw`\b(?:list|files|folder|what is (?:here|there))\b(?:.*?\b(?:in|of|inside)\s+(?:the\s+)?(?:folder\s+)?${pathPattern})?`,
      'i',
    ),
    toIntent: ([folder = '']) => ({
      tool: 'list_files',
      parameters: {
        path: /^(this|my|workspace|here|folder)?$/i.test(folder) ? '.' : folder,
        recursive: true,
      },
      words: "I'll list the files.",
    }),
  },
];

/** Finds the call that a request asks for. Returns null when no rule matches. */
export function findIntent(request: string): Intent | null {
  for (const { looks, toIntent } of rules) {
    const found = looks.exec(request);
    if (found) return toIntent(found.slice(1).map(clean));
  }
  return null;
}

/** A path at the end of a sentence does not include the period. */
function clean(text: string | undefined): string {
  const trimmed = (text ?? '').trim();
  return /^[^\s.][^\s]*\.$/.test(trimmed) ? trimmed.slice(0, -1) : trimmed;
}
