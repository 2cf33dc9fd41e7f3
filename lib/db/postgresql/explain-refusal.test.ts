import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDatabaseUrl } from '../../config/read-database-url';
import { explainRefusal, refuseCreation } from './explain-refusal';

const coded = (code: string) => Object.assign(new Error('refused'), { code });
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

describe('no sentence about an address', () => {
  /** Lists what a person may read about an address. */
  const listSentences = (url: string): string[] => {
    const read = readDatabaseUrl(url);
    if ('problem' in read) return [read.problem];
    const codes = ['ENOTFOUND', 'ECONNREFUSED', '28P01', '3D000', '42501', '53300', '25006'];
    const others = [new Error('Connection terminated'), new Error('SASL: client password must be a string')];
    const sentences = [...codes.map(coded), ...others].map((error) => explain(error, read.url) ?? '');
    return [...sentences, refuseCreation(read.url).message];
  };
  const addressWith = (password: string) => `postgresql://ada:${password}@127.0.0.1/name`;
  const usual = [addressWith('x'), addressWith('1/'), 'file:', 'postgresql://host']
    .flatMap(listSentences)
    .join();

  it.each(['2024/secret', '2024?secret', '2024#secret', 'p@2024/secret', 'secret/2024', '2024/a?secret=b'])(
    'holds a part of the password %s, which is not escaped',
    (password) => {
      expect(listSentences(addressWith(password))).toEqual([
        'DATABASE_URL has an @ after a /, a ? or a #: write these characters as %2F, %3F and %23 in a password or a user name, and an @ as %40',
      ]);
    },
  );

  it('holds four characters of any password', () => {
    const character = fc.oneof(
      fc.constantFrom(...'0123456789/?#@:%&=[]\\ '),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const beginning = fc.constantFrom('', '2024/', '7?', '65535#', 'a@1/');
    const passwords = fc
      .tuple(beginning, fc.array(character, { minLength: 4, maxLength: 20 }))
      .map(([first, rest]) => first + rest.join(''));
    fc.assert(
      fc.property(passwords, (password) => {
        const said = listSentences(addressWith(password)).join();
        for (let start = 0; start + 4 <= password.length; start += 1) {
          const piece = password.slice(start, start + 4);
          if (!usual.includes(piece)) expect(said).not.toContain(piece);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('refuses an address that needs no escapes', () => {
    const addresses = [
      addressWith('p%2Fss%40'),
      addressWith('p@ss'),
      'postgresql:///name?host=/run/a@b',
      'postgresql://127.0.0.1:5432/name?user=ada@host&password=p@ss&sslmode=disable',
    ];
    for (const address of addresses) expect(readDatabaseUrl(address)).toEqual({ url: address });
  });
});
