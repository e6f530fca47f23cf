import { sanitizeMarkup } from '@lobby/server/kit/base/markup.ts';
import { cleanMarkup, markupOf, useMarkupCleaner, wordsOf, wordsWithLinks } from '@lobby/shared/kit/rich-text.ts';
import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { CORPUS } from '../attack/xss-corpus.ts';

useMarkupCleaner(sanitizeMarkup);
afterAll(() => useMarkupCleaner(markup => markup));

it.each([
  ['<p>a <b>b</b> <i>c</i></p>', '<p>a <strong>b</strong> <em>c</em></p>'],
  ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
  ['<p onclick="x()">x</p>', '<p>x</p>'],
  ['<img src=http://x/y.png>x', 'x'],
  ['<a href="javascript:x()">x</a><a href="https://a.vn">y</a>', '<a>x</a><a href="https://a.vn">y</a>'],
  ['<p style="color:red;position:fixed;background:url(x)">x</p>', '<p style="color:red">x</p>'],
  [
    '<p style="background-color:#fff;text-align:center">x</p>',
    '<p style="background-color:#fff;text-align:center">x</p>',
  ],
  ['<iframe src="https://x"></iframe><style>p{}</style>x', 'x'],
  ['<div>x</div>', '<p>x</p>'],
])('%s is kept as %s', (given, kept) => {
  expect(sanitizeMarkup(given)).toBe(kept);
});

it('nothing of what runs elsewhere is left, and what is left stays as it is', () => {
  for (const words of CORPUS) {
    const kept = sanitizeMarkup(words);
    expect(kept).not.toMatch(/<script|<iframe|<svg|<img|<[^>]*\son\w+=|href=.javascript:/i);
    expect(sanitizeMarkup(kept)).toBe(kept);
  }
});

it('says where its links lead, where only text goes out', () => {
  const link = '<p>Xem <a href="https://a.vn/x?y=1&amp;z=2" target="_blank"><strong>đây</strong></a>.</p>';
  expect(wordsWithLinks(link)).toBe('Xem đây (https://a.vn/x?y=1&z=2).');
  expect(wordsWithLinks('<a href="https://a.vn">https://a.vn</a>')).toBe('https://a.vn');
});

it('markup that says nothing is empty', () => {
  for (const nothing of ['<p></p>', '<p>&nbsp;</p><p><br></p>', ' ', '<script>x</script>'])
    expect(cleanMarkup(nothing)).toBe('');
  expect(fieldSchema({ kind: 'richText', max: 100, required: true }).safeParse('<p> </p>').success).toBe(false);
  expect(fieldSchema({ kind: 'richText', max: 10 }).safeParse('<p>0123456789</p>').success).toBe(false);
});

it('its words are those that people read', () => {
  expect(wordsOf('<h2>A &amp; B</h2><p>x<br>y&nbsp;z</p><ul><li>1</li><li>2</li></ul>')).toBe('A & B\nx\ny z\n1\n2');
  expect(wordsOf('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), words => {
      const said = words.replace(/\s+/g, ' ').trim();
      expect(wordsOf(sanitizeMarkup(markupOf(said))).replace(/\s+/g, ' ')).toBe(said);
    }),
  );
});
