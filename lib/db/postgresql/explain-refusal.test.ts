import { describe, expect, it } from 'vitest';
import { explainRefusal } from './explain-refusal';

const explain = (error: unknown, url: string) => explainRefusal(error, url)?.message;

describe('what PostgreSQL answered at the opening', () => {
  const url = 'postgresql://ada@127.0.0.1/name';

  it.each(['a string', 'a non-empty string'])('means a missing password if it must be %s', (what) => {
    const error = new Error(`SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be ${what}`);
    expect(explain(error, url)).toBe(
      'PostgreSQL at 127.0.0.1:5432 asks for the password of the user ada, and DATABASE_URL has none. Write it there, as in postgresql://user:password@host/name.',
    );
  });

  it('means no missing server if signing in breaks for another reason', () => {
    const error = new Error('SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature does not match');
    expect(explain(error, url)).toMatch(/^Countersign cannot sign in to PostgreSQL at 127\.0\.0\.1:5432 \(/);
  });
});
