import { describe, expect, it } from 'vitest';
import { chooseLogLook } from './log-look';

const terminal = { isTerminal: true };
const pipe = { isTerminal: false };

describe('the look of log lines', () => {
  it('is for people in a terminal and JSON in a pipe', () => {
    expect(chooseLogLook({}, terminal)).toEqual({ format: 'pretty', isColored: true });
    expect(chooseLogLook({}, pipe).format).toBe('json');
    expect(chooseLogLook({ LOG_FORMAT: '' }, pipe).format).toBe('json');
  });

  it('follows LOG_FORMAT in both', () => {
    expect(chooseLogLook({ LOG_FORMAT: 'json' }, terminal).format).toBe('json');
    expect(chooseLogLook({ LOG_FORMAT: 'pretty' }, pipe)).toEqual({ format: 'pretty', isColored: false });
  });

  it('has no colors when NO_COLOR is set', () => {
    expect(chooseLogLook({ NO_COLOR: '1' }, terminal)).toEqual({ format: 'pretty', isColored: false });
  });
});
