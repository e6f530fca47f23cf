import { expect, it, vi } from 'vitest';
import { dropUndo, hasUndo, pushUndo, undoLast } from '../../../client/kit/base/undo-stack.ts';

it('the last act is taken back, then the one before it, each once', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  pushUndo('a', first);
  pushUndo('b', second);
  expect(undoLast()).toBe('b');
  expect([first, second].map(one => one.mock.calls.length)).toEqual([0, 1]);
  expect(undoLast()).toBe('a');
  expect(undoLast()).toBeNull();
  expect(first).toHaveBeenCalledTimes(1);
  expect(hasUndo()).toBe(false);
});

it('what was taken back by its toast, or is too long ago, is passed over', () => {
  const [old, pressed, open] = [vi.fn(), vi.fn(), vi.fn()];
  pushUndo('open', open);
  pushUndo('old', old, 0);
  pushUndo('pressed', pressed);
  dropUndo('pressed');
  expect(undoLast()).toBe('open');
  expect([old, pressed].map(one => one.mock.calls.length)).toEqual([0, 0]);
});
