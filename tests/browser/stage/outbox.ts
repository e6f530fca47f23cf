import { expect } from 'vitest';

/** The newest of so many mails to an address, as the outbox of the demo shows it; waits until it is there. */
export async function mailTo(url: string, email: string, count = 1): Promise<string> {
  let mail = '';
  await expect
    .poll(async () => {
      const page = await (await fetch(`${url}/api/outbox`)).text();
      const sent = [...page.matchAll(/<td>([^<]+)<\/td><td><a href="([^"]+)"/g)].filter(match => match[1] === email);
      mail = sent.length >= count ? await (await fetch(url + sent[0]?.[2])).text() : '';
      return mail;
    })
    .not.toBe('');
  return mail;
}

/** The link of the button of that mail. */
export async function linkTo(url: string, email: string, count?: number): Promise<string> {
  const [, link = ''] = /href="(http[^"]+)"/.exec(await mailTo(url, email, count)) ?? [];
  return link.replaceAll('&#38;', '&');
}
