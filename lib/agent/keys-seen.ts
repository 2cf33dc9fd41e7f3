/** Which keys an object has had. A short list is searched in place; a set pays only from a dozen on. */
export class KeysSeen {
  readonly inOrder: string[] = [];
  private set: Set<string> | null = null;

  /** False when the key was there already. */
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
