import { expect, it } from 'vitest';
import { slashWord } from '../../../client/kit/ui/thread/canned.ts';

it.each([
  ['/nuoc', 'nuoc'],
  ['/nước nóng', 'nước nóng'],
  ['Dear Ms Mai,\n/thanks', 'thanks'],
  ['/thanks\nDear Ms Mai', 'thanks'],
])('%j asks for a canned reply, and is none itself', (text, word) => {
  expect(slashWord(text)).toBe(word);
});

it.each(['', '/', 'and/or', 'at 10/11', '/ 5', '/5 m2'])('%j may be sent', text => {
  expect(slashWord(text)).toBeNull();
});
