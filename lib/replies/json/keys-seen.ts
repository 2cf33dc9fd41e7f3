/** The keys of an object so far. Searches a short list in place: a set pays off only above a dozen. */
export class KeysSeen {
  readonly inOrder: string[] = [];
  private set: Set<string> | null = null;

  /** False when the key is already there. */
  add(key: string): boolean {
    if (this.has(key)) return false;
    this.inOrder.push(key);
    if (this.set) this.set.add(key);
    else if (this.inOrder.length > 12) this.set = new Set(this.inOrder);
    return true;
  }

  private has(key: string): boolean {
    return this.set ? this.set.has(key) : this.inOrder.includes(key);
  }
}
