import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { SIGNATURE_HEADER } from '@lobby/server/kit/mail/reports/routes.ts';
import { signReport } from '@lobby/server/kit/mail/reports/signature.ts';

/** Posts a signed report; a text body is sent as a raw mail. */
export async function postSigned(url: string, path: string, body: unknown, secret: string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': typeof body === 'string' ? 'message/rfc822' : 'application/json',
      [SIGNATURE_HEADER]: signReport(secret, text, new Date()),
    },
    body: text,
  });
  const said: { code: string; data?: unknown } = JSON.parse(await answer.text());
  return { status: answer.status, code: said.code, data: said.data };
}

/** A notification signed like those of Amazon SNS, with its certificate. */
export function signedBySns(topic: string, message: string, now: Date) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const one = { MessageId: 'm1', TopicArn: topic, Message: message, Timestamp: now.toISOString() };
  const text = `Message\n${message}\nMessageId\nm1\nTimestamp\n${one.Timestamp}\nTopicArn\n${topic}\nType\nNotification\n`;
  const Signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64');
  // Certificates are cached by URL: each key pair needs its own.
  const SigningCertURL = `https://sns.ap-southeast-1.amazonaws.com/${randomUUID()}.pem`;
  return {
    whole: { ...one, Type: 'Notification', Signature, SignatureVersion: '2', SigningCertURL },
    certificate: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
