import { wordsOf } from '@lobby/shared/kit/rich-text.ts';

/** A mail as plain text: links in parentheses after their text, tables as lines. */
export const plainText = (html: string): string =>
  wordsOf(
    html
      .replace(/<head>[\s\S]*?<\/head>|<div style="display:none[^>]*>[^<]*<\/div>/g, '')
      .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, (_, href: string, words: string) =>
        words === href ? words : `${words} (${href})`,
      )
      .replace(/<\/?div\b[^>]*>/g, ' ')
      .replace(/<li\b[^>]*>/g, '- ')
      .replace(/<hr\b[^>]*>/g, '--<br>')
      .replace(/<\/(?:table|ul|ol)>/g, '<br>'),
  )
    .replace(/^[\t ]+|[\t ]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll('\t', '  ');
