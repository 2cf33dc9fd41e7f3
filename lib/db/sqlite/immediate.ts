type Asynchronous = (...parameters: never[]) => Promise<unknown>;

/** Turns a port into one without promises: its functions are statements that answer at once. */
export type Immediate<Port> = {
  [Name in keyof Port]: Port[Name] extends Asynchronous
    ? (...parameters: Parameters<Port[Name]>) => Awaited<ReturnType<Port[Name]>>
    : never;
};
