/** Says when a request expires. It goes on while the computer sleeps, and not when somebody sets the computer's time. */
export interface Clock {
  now(): Date;
}
