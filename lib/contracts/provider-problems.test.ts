import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeProviderProblem, providerProblems } from './provider-problems';

it('each code has one sentence that begins with a capital letter, whatever the provider is called', () => {
  const texts = providerProblems.map((code) => describeProviderProblem(code, 'your organization'));
  expect(new Set(texts).size).toBe(providerProblems.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z].+\.$/);
  expect(describeProviderProblem('provider_down', 'Example')).toMatch(/^Example does not answer\. /);
});

it('no other code has one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString')), (code) => {
      fc.pre(!providerProblems.some((known) => known === code));
      expect(describeProviderProblem(code, 'Example')).toBeNull();
    }),
  );
  expect(describeProviderProblem(null, 'Example')).toBeNull();
});
