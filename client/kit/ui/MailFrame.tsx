import { useMemo } from 'react';
import { styleClass } from '../../theme/classes.ts';

const frameClass = styleClass({
  w: '600px',
  maxW: 'full',
  h: 'clamp(320px, 60vh, 720px)',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  // A mail is light, whatever the screen is.
  bg: '#F4F6F7',
  colorScheme: 'light',
  '&[data-phone]': { w: '320px' },
});

const nonceOf = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

interface MailFrameProps {
  title: string;
  /** As the server makes it for mail programs. */
  html: string;
  /** As wide as on a phone. */
  phone?: boolean;
}

/** A mail as its readers see it, in a frame of its own in which nothing runs. The page's policy holds there too: the mail's sheet of styles is let through by name. */
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
