import nodemailer, { type SendMailOptions } from 'nodemailer';
import { LOGO, PICTURE } from './frame.ts';
import type { Message } from './message.ts';

/** A picture that stands within the page. */
const inline = (name: string, content: string) => ({
  cid: name,
  filename: `${name}.png`,
  content,
  encoding: 'base64' as const,
});

/** A message as it goes over the wire. The same message keeps its Message-ID at every try, so that mailboxes know it again where SMTP left us unsure. */
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
    // An address as an object is one mailbox, whatever signs are in it.
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

/** Its source, for who wants to see it. */
export async function loadSource(message: Message): Promise<Buffer> {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: source } = await transport.sendMail(onWire(message));
  return Buffer.isBuffer(source) ? source : Buffer.from('');
}
