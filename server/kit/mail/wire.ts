import nodemailer, { type SendMailOptions } from 'nodemailer';
import { LOGO, PICTURE } from './frame.ts';
import type { Message } from './message.ts';

/** An inline image. */
const inline = (name: string, content: string) => ({
  cid: name,
  filename: `${name}.png`,
  content,
  encoding: 'base64' as const,
});

/**
 * A message in nodemailer's format. Retries keep the Message-ID, so that mailboxes detect a duplicate when SMTP left the
 * result unclear.
 */
export function onWire(message: Message): SendMailOptions {
  const { id, from, to, replyTo, at, subject, text, html, unsubscribeCall, picture, logo, files = [] } = message;
  const headers: Record<string, string> = { 'Auto-Submitted': 'auto-generated', 'X-Entity-Ref': id };
  if (unsubscribeCall) {
    headers['List-Unsubscribe'] = `<${unsubscribeCall}>`;
    headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
  }
  const domain = from.address.split('@')[1] ?? 'localhost';
  return {
    messageId: `<${id}@${domain}>`,
    from,
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    // An object is always taken as one mailbox, whatever characters the address has.
    to: { name: '', address: to },
    date: new Date(at),
    subject,
    text,
    html,
    headers,
    attachments: [
      ...(picture ? [inline(PICTURE, picture.png)] : []),
      ...(logo ? [inline(LOGO, logo)] : []),
      ...files.map(({ name: filename, type: contentType, content }) => ({
        filename,
        contentType,
        content,
        encoding: 'base64' as const,
      })),
    ],
  };
}

/** The MIME source of a message. */
export async function loadSource(message: Message): Promise<Buffer> {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: source } = await transport.sendMail(onWire(message));
  return Buffer.isBuffer(source) ? source : Buffer.from('');
}
