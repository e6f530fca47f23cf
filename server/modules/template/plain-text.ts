import { wordsOf } from '@lobby/shared/kit/rich-text.ts';

/** A mail as plain text: links in brackets behind their words, tables as lines. */
export const plainText = (html: string): string =>
  wordsOf(
    html
      .replace(/<head>[\s\S]*?<\/head>|<div style="display:none[^>]*>[^<]*<\/div>/g, '')
      .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, (_, href: string, said: string) =>
        said === href ? said : `${said} (${href})`,
      )
      .replace(/<li\b[^>]*>/g, '- ')
      .replace(/<hr\b[^>]*>/g, '--<br>')
      .replace(/<\/(?:table|ul|ol)>/g, '<br>'),
  )
    .replace(/\t+$/gm, '')
    .replaceAll('\t', '  ');
