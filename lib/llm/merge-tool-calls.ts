import type { WireToolCall } from './wire';

/** A model that makes more calls, or writes longer names, would never stop. */
const maxCalls = 50;
const maxNameCharacters = 200;

type PartialCall = {
  index: number | null;
  id: string | null;
  name: string;
  arguments: CallArguments;
};

/**
 * Joins the pieces of native function calls. In the standard, `index` says which pieces belong together, and
 * only `arguments` grow. Some servers leave out the index or the id, repeat the full name or all arguments in
 * every piece, send several calls under one index, or send the arguments as an object. A piece without index
 * and id continues the last call, unless that call's arguments are complete and the piece has a name.
 */
export class ToolCallMerger {
  private readonly calls: PartialCall[] = [];

  /**
   * Adds a piece, with as much of its arguments as `cut` keeps. Returns how many characters of arguments it
   * added.
   */
  add(piece: WireToolCall, cut: (text: string) => string): number {
    const name = piece.name.slice(0, maxNameCharacters);
    const call = this.find(piece, name) ?? this.begin(piece);
    if (name !== '' && name !== call.name) {
      const joined = name.startsWith(call.name) ? name : call.name + name;
      call.name = joined.slice(0, maxNameCharacters);
    }
    if (piece.id) call.id = piece.id;
    const more = cut(piece.arguments);
    call.arguments.add(more);
    return more.length;
  }

  get isFull(): boolean {
    return this.calls.length >= maxCalls;
  }

  /** Leaves out calls with neither name nor arguments: some servers send such an object beside a text. */
  toCalls(): { name: string; arguments: string }[] {
    return this.calls
      .map((call) => ({ name: call.name, arguments: call.arguments.text }))
      .filter((call) => call.name !== '' || call.arguments.trim() !== '');
  }

  private find(piece: WireToolCall, name: string): PartialCall | undefined {
    const { index } = piece;
    const last = this.calls.at(-1);
    if (index === null) {
      if (piece.id) return this.calls.find((call) => call.id === piece.id);
      return last && name !== '' && (last.arguments.isComplete || name !== last.name) ? undefined : last;
    }
    const call = this.calls.findLast((candidate) => candidate.index === index);
    const isAnother = call?.id && piece.id && call.id !== piece.id && name !== '';
    return isAnother ? undefined : call;
  }

  private begin(piece: WireToolCall): PartialCall {
    const call = { index: piece.index, id: null, name: '', arguments: new CallArguments() };
    this.calls.push(call);
    return call;
  }
}

/**
 * Builds the arguments of one call from their pieces. Each piece continues those before it. But some servers
 * send all arguments so far with every piece (Qianfan: NousResearch/hermes-agent#35592, vercel/ai#12052), and
 * some send all of them once more at the end (anomalyco/opencode#12425). The class takes pieces as repeated
 * only when the earlier pieces begin JSON and the repeated piece breaks it: the same beginning comes twice,
 * or something follows the end. Otherwise the model may have left out the end.
 */
class CallArguments {
  private joined = '';
  /** Holds the arguments if a piece that begins like all pieces before it replaces them. */
  private latest = '';
  private repeats = 0;
  /** A repeated piece came, and only then could the pieces together no longer begin JSON. */
  private isBrokenByRepeat = false;
  private readonly depth = new JsonDepth();

  add(piece: string): void {
    if (piece === '') return;
    const isRepeat = this.latest !== '' && piece.startsWith(this.latest);
    if (isRepeat) this.repeats += this.depth.isComplete ? 2 : 1;
    this.latest = isRepeat ? piece : this.latest + piece;
    this.joined += piece;
    const wasJson = !this.depth.isBroken;
    this.depth.read(piece);
    if (wasJson && this.depth.isBroken) this.isBrokenByRepeat = isRepeat;
  }

  get isComplete(): boolean {
    return this.depth.isComplete;
  }

  get text(): string {
    const isRepeated = this.repeats >= 2 && this.isBrokenByRepeat && isJson(this.latest);
    return isRepeated ? this.latest : this.joined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Follows JSON text that arrives in pieces. Reads each character once. */
class JsonDepth {
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /**
   * Holds the last character that is outside of strings and not blank. For a string, that is its closing
   * quote.
   */
  private last = '';
  /** The first object or array is closed. */
  isComplete = false;
  /** The text so far cannot begin any JSON. */
  isBroken = false;

  read(piece: string): void {
    for (const character of piece) {
      if (this.isEscaped) this.isEscaped = false;
      else if (this.isInString && character === '\\') this.isEscaped = true;
      else if (this.isInString) this.isInString = character !== '"';
      else if (!/\s/.test(character)) this.step(character);
    }
  }

  private step(character: string): void {
    this.isBroken ||= this.isComplete || !canFollow(this.last, character);
    this.last = character;
    if (character === '"') this.isInString = true;
    if (character === '{' || character === '[') this.depth += 1;
    if (character !== '}' && character !== ']') return;
    this.depth -= 1;
    if (this.depth === 0) this.isComplete = true;
  }
}

/** Returns false when no JSON has something that begins with `next` after `last`. */
function canFollow(last: string, next: string): boolean {
  if (last === '') return true;
  if (last === '{') return next === '"' || next === '}';
  if (last === '"') return ':,}]'.includes(next);
  if (last === '}' || last === ']') return ',}]'.includes(next);
  if (last === ',' || last === ':' || last === '[') return !',:}'.includes(next);
  return !'{["'.includes(next);
}
