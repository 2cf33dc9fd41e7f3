import { expect, test } from 'vitest';
import { findCheck, toCheckedSettings } from './checked-settings';

const at = { baseUrl: 'http://127.0.0.1:9/v1', model: 'small' };
const warm = toCheckedSettings({ temperature: 1 });
const plain = toCheckedSettings({});

test('a check belongs to the settings that it was made with', () => {
  const checks = [
    { ...at, settings: warm, says: 'warm' },
    { ...at, settings: plain, says: 'plain' },
  ];
  const find = (settings: typeof plain, model = at.model) => findCheck(checks, { ...at, model, settings });
  expect(find(warm)).toMatchObject({ check: { says: 'warm' }, isOfOtherSettings: false });
  expect(find(plain)).toMatchObject({ check: { says: 'plain' }, isOfOtherSettings: false });
  const cut = toCheckedSettings({ temperature: 1, stop: ['END'] });
  expect(find(cut)).toMatchObject({ check: { says: 'warm' }, isOfOtherSettings: true });
  expect(find(plain, 'large')).toBeNull();
});

test('a check that is older than this counts for any settings', () => {
  expect(findCheck([at], { ...at, settings: warm })).toEqual({ check: at, isOfOtherSettings: false });
});

test('what no server is told makes no difference, and no secret is kept', () => {
  const sent = {
    apiKey: 'sk-1',
    headers: [{ name: 'X-B', value: 'secret' }, { name: 'api-key' }],
    query: [
      { name: 'user', value: 'x' },
      { name: 'api-version', value: '1' },
    ],
    prices: { input: 1, output: 2 },
    stop: [],
    maxTokens: undefined,
  };
  expect(toCheckedSettings(sent)).toEqual({
    headers: ['api-key', 'x-b'],
    query: ['api-version', 'user'],
  });
});
