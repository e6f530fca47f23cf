import { styleClass } from '../../theme/classes.ts';

/** Styles of user-written markup, when read and when edited. */
export const richClass = styleClass({
  overflowWrap: 'anywhere',
  '& p, & ul, & ol, & table, & blockquote': { mb: '2' },
  '& h1': { textStyle: 'lg', fontWeight: 'semibold', mb: '2' },
  '& h2': { textStyle: 'md', fontWeight: 'semibold', mb: '2' },
  '& h3': { fontWeight: 'semibold', mb: '1' },
  '& ul': { listStyle: 'disc', ps: '5' },
  '& ol': { listStyle: 'decimal', ps: '5' },
  '& a': { color: 'accent.fg', textDecoration: 'underline' },
  '& blockquote': { borderInlineStartWidth: '3px', borderColor: 'border', ps: '3', color: 'fg.muted' },
  '& td, & th': { borderWidth: '1px', borderColor: 'border', px: '2', py: '1', textAlign: 'start' },
});

/** Markup that the server has sanitized. */
export function RichText({ markup }: { markup: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only what the server's allow-list has let in is stored
  return <div className={richClass()} dangerouslySetInnerHTML={{ __html: markup }} />;
}
