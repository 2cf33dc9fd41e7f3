import fc from 'fast-check';

const digits = fc.stringMatching(/^[0-9]{1,24}$/);

/** Some version of YAML reads these as a number, a date, true, false or nothing. */
export const scalars = fc.oneof(
  digits,
  fc.tuple(digits, digits).map(([whole, part]) => `${whole}.${part}`),
  fc.tuple(digits, fc.integer({ min: -400, max: 400 })).map(([whole, power]) => `${whole}e${power}`),
  fc.stringMatching(/^0x[0-9A-Fa-f]{1,20}$/),
  fc.stringMatching(/^0o[0-7]{1,20}$/),
  fc.stringMatching(/^0b[01]{1,20}$/),
  fc.tuple(fc.constantFrom('-', '+'), digits).map((parts) => parts.join('')),
  fc.stringMatching(/^[1-9][0-9]{0,2}(_[0-9]{3}){1,3}$/),
  fc.stringMatching(/^[1-9][0-9]?(:[0-5][0-9]){1,2}$/),
  fc.stringMatching(/^20[0-9]{2}-(0[1-9]|1[0-2])-[0-2][0-9](T[01][0-9]:00:00Z)?$/),
  fc.constantFrom(
    '3.10',
    '1e3',
    '0x1F',
    '007',
    '.5',
    '5.',
    '-0',
    '+.5',
    '.inf',
    '-.Inf',
    '+.INF',
    '.nan',
    '.NaN',
  ),
  fc.constantFrom('true', 'True', 'TRUE', 'false', 'False', 'FALSE', 'yes', 'No', 'ON', 'off', 'y', 'n'),
  fc.constantFrom('null', 'Null', 'NULL', '~'),
);
