import type { WireToolCall } from './wire';

type PartialCall = { index: number | null; id: string | null; name: string; arguments: string };

/**
 * Joins the pieces of native function calls. In the standard, `index` says which pieces belong together, and only
 * `arguments` grow. Some servers leave out the index or the id, repeat the full name in every piece, send several calls
 * under one index, or send the arguments as an object. A piece without index and id continues the last call, unless that
 * call's arguments are complete and the piece has a name.
 */
export class ToolCallMerger {
  private readonly calls: PartialCall[] = [];

  add(piece: WireToolCall): void {
    const name = piece.function?.name ?? '';
    const call = this.find(piece, name) ?? this.begin(piece);
    if (name !== '' && name !== call.name) call.name = name.startsWith(call.name) ? name : call.name + name;
    if (piece.id) call.id = piece.id;
    const more = piece.function?.arguments ?? '';
    call.arguments += typeof more === 'string' ? more : JSON.stringify(more);
  }

  toCalls(): { name: string; arguments: string }[] {
    return this.calls.map((call) => ({ name: call.name, arguments: call.arguments }));
  }

  private find(piece: WireToolCall, name: string): PartialCall | undefined {
    const index = piece.index ?? null;
    const last = this.calls.at(-1);
    if (index === null) {
      if (piece.id) return this.calls.find((call) => call.id === piece.id);
      return last && name !== '' && (isComplete(last.arguments) || name !== last.name) ? undefined : last;
    }
    const call = this.calls.findLast((candidate) => candidate.index === index);
    const isAnother = call?.id && piece.id && call.id !== piece.id && name !== '';
    return isAnother ? undefined : call;
  }

  private begin(piece: WireToolCall): PartialCall {
    const call = { index: piece.index ?? null, id: null, name: '', arguments: '' };
    this.calls.push(call);
    return call;
  }
}

function isComplete(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
