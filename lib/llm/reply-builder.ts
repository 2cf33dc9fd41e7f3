import type { TokenUsage } from '../domain/usage';
import type { ModelReply } from '../models/model.port';
import { ToolCallMerger } from './merge-tool-calls';
import { reasonWords } from './reason-words';
import type { WireAnswer, WireChoice, WireMessage } from './wire';

/**
 * A model that writes a longer reply would never stop. The reply ends here, even inside a piece, as if the
 * provider had cut it off.
 */
const maxReplyCharacters = 2_000_000;
const maxNameCharacters = 200;
const maxReasonCharacters = 200;

/**
 * Says how surely a reply has ended.
 * - `open`: nothing says so yet.
 * - `possible`: after some words came a word that may be this server's own for the end.
 * - `likely`: a known reason came beside words, or before any words.
 * - `sure`: a known reason came alone after some words, as in the standard.
 * - `doubted`: more words came after a known reason, so this server's reasons do not say where the reply
 * ends.
 */
type Ending = 'open' | 'possible' | 'likely' | 'sure' | 'doubted';

/** Collects one reply from the chunks of a stream, or from one plain response. */
export class ReplyBuilder {
  private content = '';
  private model: string | null = null;
  private usage: TokenUsage | null = null;
  private finishReason: ModelReply['finishReason'] | null = null;
  private ending: Ending = 'open';
  private isRefused = false;
  /** Holds the last reason that is not a known one. */
  private unknownReason: string | null = null;
  private argumentCharacters = 0;
  private isCut = false;
  private isDamaged = false;
  private hasDeltas = false;
  private hasSaid = false;
  private readonly toolCalls = new ToolCallMerger();

  /**
   * Adds one chunk and returns its text. Gemini's proxies send "stop" with every chunk (su-kaka/gcli2api#403,
   * BerriAI/litellm#2195), so what follows such a reason is part of the reply. Nothing follows a reply that
   * was cut off or refused. `isValid` says that the chunk's bytes were UTF-8; where they were not, the text
   * has U+FFFD.
   */
  add(answer: WireAnswer, isValid = true): string {
    this.model ??= answer.model?.trim().slice(0, maxNameCharacters).toWellFormed() || null;
    const { choice } = answer;
    if (!choice || this.isOver) return '';
    this.hasDeltas ||= isSaid(choice.delta);
    const message = this.choose(choice);
    const hadSaid = this.hasSaid;
    const isSaying = isSaid(message);
    const added = message ? this.addMessage(message) : '';
    if (message) this.isDamaged ||= message.isDamaged || (!isValid && isReplaced(added, message));
    if (isSaying) this.noteWords();
    if (choice.finishReason)
      this.noteReason(choice.finishReason, { isAfterWords: hadSaid, isAlone: !isSaying });
    if (this.isTooLong) this.end('length', 'sure');
    return added;
  }

  /** Adds U+FFFD in place of a piece in an unknown form. */
  addUnreadable(): string {
    const message = { text: '\uFFFD', toolCalls: [], isRefusal: false, isDamaged: true };
    return this.add({ model: null, choice: { delta: message, message: null, finishReason: null } });
  }

  /** The last report counts, because some servers raise the counts with every chunk. */
  noteUsage(usage: TokenUsage | null): void {
    this.usage = usage ?? this.usage;
  }

  /** A known reason came, and no words came after it. */
  get isFinished(): boolean {
    return this.ending === 'likely' || this.ending === 'sure';
  }

  get isSurelyFinished(): boolean {
    return this.ending === 'sure';
  }

  /** The reply is complete if its stream ends here. */
  get isCompleteAtEnd(): boolean {
    return this.isFinished || this.ending === 'possible';
  }

  get isTooLong(): boolean {
    return this.isCut || this.toolCalls.isFull;
  }

  toReply(): Omit<ModelReply, 'firstTokenMs'> {
    return {
      content: this.content,
      toolCalls: this.toolCalls.toCalls(),
      finishReason: this.finishReason ?? 'unknown',
      isDamaged: this.isDamaged,
      model: this.model,
      usage: this.usage,
    };
  }

  private get characters(): number {
    return this.content.length + this.argumentCharacters;
  }

  private get isOver(): boolean {
    if (this.finishReason === 'length' || this.finishReason === 'tool_use_failed') return true;
    return this.isRefused && this.finishReason !== null;
  }

  private noteWords(): void {
    this.hasSaid = true;
    this.ending = this.finishReason === null ? 'open' : 'doubted';
  }

  /**
   * Some servers send a word such as "null" or "none" with every chunk, so an unknown word ends nothing. It
   * may be this server's word for the end if the text before it came without it.
   */
  private noteReason(
    reason: string,
    { isAfterWords, isAlone }: { isAfterWords: boolean; isAlone: boolean },
  ): void {
    const known = toFinishReason(reason);
    if (known !== null) {
      const told = isAlone && isAfterWords ? 'sure' : 'likely';
      this.end(known, this.ending === 'doubted' ? 'doubted' : told);
      return;
    }
    const word = reason.slice(0, maxReasonCharacters);
    if (word !== this.unknownReason && isAfterWords && !this.isFinished) this.ending = 'possible';
    this.unknownReason = word;
  }

  private end(reason: ModelReply['finishReason'], ending: Ending): void {
    this.finishReason = reason;
    this.ending = ending;
  }

  /**
   * Perplexity sends the message so far beside each delta. At the end, a message beside an empty delta is
   * complete.
   */
  private choose({ delta, message, finishReason }: WireChoice): WireMessage | null {
    const isWhole = delta === null || (!isSaid(delta) && Boolean(finishReason));
    if (!message || !isWhole) return delta;
    return this.hasDeltas ? this.restOf(message) : message;
  }

  /**
   * Returns what a complete message adds to the deltas before it. Some servers repeat all deltas in it
   * (MiniMax); others send only their calls in it. When its calls differ from those before, nobody knows
   * which ones the model meant.
   */
  private restOf(message: WireMessage): WireMessage {
    const known = this.toolCalls.toCalls().map(asOneText);
    const text = message.text.startsWith(this.content) ? message.text.slice(this.content.length) : '';
    const toolCalls = known.length === 0 ? message.toolCalls : [];
    const isOther = known.length > 0 && !message.toolCalls.every((call) => known.includes(asOneText(call)));
    const isTaken = text !== '' || toolCalls.length > 0;
    return {
      text,
      toolCalls,
      isRefusal: message.isRefusal && text !== '',
      isDamaged: isOther || (message.isDamaged && isTaken),
    };
  }

  private addMessage(message: WireMessage): string {
    this.isRefused ||= message.isRefusal;
    const text = this.cut(message.text);
    this.content += text;
    for (const piece of message.toolCalls) {
      if (this.toolCalls.isFull) break;
      this.argumentCharacters += this.toolCalls.add(piece, (more) => this.cut(more));
    }
    return text;
  }

  /** Returns as much of the text as the reply has room for, without half a character at its end. */
  private cut(text: string): string {
    const room = maxReplyCharacters - this.characters;
    if (text.length <= room) return text;
    this.isCut = true;
    return text.slice(0, room).replace(/[\ud800-\udbff]$/, '');
  }
}

const isSaid = (message: WireMessage | null): boolean =>
  message !== null && (message.text !== '' || message.toolCalls.length > 0);

/** Gives the same text for arguments that differ only in their blanks. */
function asOneText(call: { name: string; arguments: string }): string {
  try {
    return JSON.stringify([call.name, JSON.parse(call.arguments)]);
  } catch {
    return JSON.stringify([call.name, call.arguments, 'no JSON']);
  }
}

/** U+FFFD is in the text when the reply itself, and not only the JSON around it, was not UTF-8. */
function isReplaced(text: string, { toolCalls }: WireMessage): boolean {
  return `${text}${JSON.stringify(toolCalls)}`.includes('\uFFFD');
}

/** A reason with one of these words, alone or among others, means that the reply was cut off. */
const cutWords = /^(max|length|limits?|truncated?|truncation|incomplete|exceeded|window|overflow|partial)$/;

/**
 * Returns null when the word says nothing. Proxies pass on the words of other APIs, some in capitals and with
 * more words around them.
 */
function toFinishReason(reason: string): ModelReply['finishReason'] | null {
  const words = reasonWords(reason);
  const joined = words.join('_');
  if (/malformed_function_call|unexpected_tool_call/.test(joined)) return 'tool_use_failed';
  if (words.some((word) => cutWords.test(word))) return 'length';
  if (/^(stop|eos|eos_token|stop_sequence|end_turn)$/.test(joined)) return 'stop';
  return /^(tool_calls?|function_call|tool_use)$/.test(joined) ? 'tool_calls' : null;
}
