import { useMemo } from 'react';
import { styleClass } from '../../../theme/classes.ts';

const frameClass = styleClass({
  w: '600px',
  maxW: 'full',
  h: 'clamp(320px, 60vh, 720px)',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  // Mails are light in both colour modes.
  bg: '#F4F6F7',
  colorScheme: 'light',
  '&[data-phone]': { w: '320px' },
});

const nonceOf = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

interface MailFrameProps {
  title: string;
  /** HTML as the server renders it for mail programs. */
  html: string;
  /** Phone width. */
  phone?: boolean;
}

/** A mail in a sandboxed frame without scripts. The page's CSP applies there too, so the mail's style sheet gets its nonce. */
export function MailFrame({ title, html, phone }: MailFrameProps) {
  const named = useMemo(() => html.replace(/<style(?=[\s>])/g, `<style nonce="${nonceOf()}"`), [html]);
  return (
    <iframe
      className={frameClass()}
      title={title}
      sandbox=""
      srcDoc={named}
      referrerPolicy="no-referrer"
      data-phone={phone ? '' : undefined}
    />
  );
}
