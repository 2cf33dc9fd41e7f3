import { getHotkeyHandler } from '@mantine/hooks';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { spellingsOf } from './use-page-keys';

const isPressed = (keys: string, key: string, pressed: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => {
  const act = vi.fn();
  const modifiers = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...pressed };
  const event = { key, code: '', preventDefault: () => {}, ...modifiers } as unknown as KeyboardEvent;
  getHotkeyHandler(spellingsOf(keys).map((spelling) => [spelling, act]))(event);
  return act.mock.calls.length;
};

it('a sign is pressed with Shift and without it, once', () => {
  fc.assert(
    fc.property(fc.constantFrom(...'?/.*-#!,;:=_<>'), fc.boolean(), (sign, shiftKey) => {
      expect(isPressed(sign, sign, { shiftKey })).toBe(1);
      expect(isPressed(sign, sign, { shiftKey, ctrlKey: true })).toBe(0);
      expect(isPressed(sign, 'a', { shiftKey })).toBe(0);
    }),
  );
});

it.each(['j', 'k', '7'])('%s is another key with Shift', (key) => {
  expect(isPressed(key, key)).toBe(1);
  expect(isPressed(key, key, { shiftKey: true })).toBe(0);
});
