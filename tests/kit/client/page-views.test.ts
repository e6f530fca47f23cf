import { expect, it } from 'vitest';
import { screenOf } from '../../../client/kit/session/page-views.ts';

it.each([
  ['/projects/6b01417f229eaee6117309bf/help-desk', 'help-desk'],
  ['/projects/6b01417f229eaee6117309bf/task/6b01417f229eaee6117309bf', 'task'],
  ['/projects/6b01417f229eaee6117309bf/handover/schedule', 'handover/schedule'],
  ['/projects/6b01417f229eaee6117309bf', 'home'],
  ['/direction', 'direction'],
  ['/', null],
  ['/projects/x1/units/A-12.08/print', 'units/print'],
])('names the screen at %s', (path, screen) => expect(screenOf(path)).toBe(screen));
