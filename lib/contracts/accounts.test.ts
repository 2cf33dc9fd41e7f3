import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toEmailKey } from '../domain/account';
import { email, newPassword, personName, setupBody } from './accounts';

const isEmail = (text: unknown) => email.safeParse(text).success;

it('an address has plain letters only, so that no two look alike and are different', () => {
  for (const text of ['ada@example.com', 'Ada.L+x@sub.Example.co', ' ada@example.com ', "o'neil@x-y.example"])
    expect([text, isEmail(text)]).toEqual([text, true]);
  for (const text of [
    'аda@example.com',
    'ada@exаmple.com',
    'ada＠example.com',
    'ada@example',
    'ada',
    '@x.de',
    '',
  ])
    expect([text, isEmail(text)]).toEqual([text, false]);
  for (const text of ['a b@example.com', 'ada@example.com\nx@y.de', 'ada@-x.de', 'ada@x..de', 7, null])
    expect([text, isEmail(text)]).toEqual([text, false]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      if (isEmail(text)) expect(text.trim()).toMatch(/^[!-~]+$/);
    }),
  );
  fc.assert(
    fc.property(fc.emailAddress(), (text) => {
      fc.pre(isEmail(text));
      expect(toEmailKey(text.toUpperCase())).toBe(toEmailKey(text));
    }),
  );
});

it('a new password has 12 to 200 characters, and a name is one line', () => {
  for (const [length, isTaken] of [
    [11, false],
    [12, true],
    [200, true],
    [201, false],
  ] as const)
    expect(newPassword.safeParse('x'.repeat(length)).success).toBe(isTaken);
  for (const text of ['', ' ', 'a\nb', 'x'.repeat(61)])
    expect(personName.safeParse(text).success).toBe(false);
  expect(personName.parse(' Ada Łovelace ')).toBe('Ada Łovelace');
});

const likeReserved = [
  'Y0u',
  'Cоuntersign',
  'Owner‘s token',
  "owner's token",
  'ｙou',
  'Υоu, by a script',
  'Sоmeоne',
];

it('nobody who is invited has a name that the product gives to others', () => {
  for (const name of [
    'You',
    ' YOU ',
    'you, by a script',
    'Countersign',
    'Somebody',
    'Owner’s token',
    ...likeReserved,
  ])
    expect([name, personName.safeParse(name).success]).toEqual([name, false]);
  for (const name of ['Youssef', 'Your name', 'Ada', 'Ivan', 'Al', 'Ian', 'Olga', 'Анна', 'Олег', 'Νίκος'])
    expect(personName.parse(name)).toBe(name);
});

it('the first owner may be called "You", as before, and nothing else that the product calls others', () => {
  const setUp = (name: string) =>
    setupBody.safeParse({ secret: 'x', name, email: 'ada@example.com', password: 'a long password' }).success;
  for (const name of ['You', 'Ada', 'Анна']) expect([name, setUp(name)]).toEqual([name, true]);
  for (const name of ['YOU', 'You, by a script', 'Countersign', 'Somebody', 'Owner’s token', ...likeReserved])
    expect([name, setUp(name)]).toEqual([name, false]);
});
