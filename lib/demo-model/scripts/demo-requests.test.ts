import { expect, it } from 'vitest';
import { findIntent } from '../find-intent';
import { demoRequests } from './demo-requests';
import { demonstrations } from './demonstrations';

it.each(demoRequests.filter((request) => !demonstrations.some((one) => one === request)))(
  'the script understands %j, also as a sentence',
  (request) => {
    const [first = '', ...rest] = request;
    expect(findIntent(request)).not.toBeNull();
    expect(findIntent(`${first.toUpperCase()}${rest.join('')}`)?.tool).toBe(findIntent(request)?.tool);
  },
);
