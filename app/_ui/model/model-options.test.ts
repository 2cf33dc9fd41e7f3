import { describe, expect, it } from 'vitest';
import type { ModelChoice } from '@/lib/contracts/workflows';
import { isModelGone, toModelOptions } from './model-options';

const model = (id: string, part: Partial<ModelChoice> = {}): ModelChoice => ({
  id,
  name: id.toUpperCase(),
  fullName: id,
  isDefault: false,
  isOffered: true,
  understands: [],
  problem: null,
  check: null,
  ...part,
});
const values = (choice: ReturnType<typeof toModelOptions>) => choice?.options.map(({ value }) => value);

describe('the models to pick from', () => {
  const [first, second] = [model('first', { isDefault: true }), model('second')];
  const demo = model('demo', { isOffered: false });

  it('are those that are offered, with the default in place', () => {
    const choice = toModelOptions([first, second, demo], null);
    expect(values(choice)).toEqual(['first', 'second']);
    expect(choice?.value).toBe('first');
    expect(choice?.options[0]?.label).toBe('FIRST · default · not checked');
  });

  it('hold the one that was picked, offered or not', () => {
    const choice = toModelOptions([first, second, demo], 'demo');
    expect([values(choice), choice?.value]).toEqual([['first', 'second', 'demo'], 'demo']);
  });

  it('are none where one is set up', () => {
    const alone = model('first', { isDefault: true, isOffered: false });
    expect(toModelOptions([alone, demo], null)).toBeNull();
    expect(toModelOptions([alone, demo], 'first')).toBeNull();
  });

  it('are all, and none is chosen, when the one that was picked is gone', () => {
    const alone = model('first', { isDefault: true, isOffered: false });
    expect(isModelGone([alone, demo], 'removed')).toBe(true);
    const choice = toModelOptions([alone, demo], 'removed');
    expect(values(choice)).toEqual(['', 'first', 'demo']);
    expect(choice).toMatchObject({ value: '', options: [{ label: 'Choose a model' }, {}, {}] });
  });
});
