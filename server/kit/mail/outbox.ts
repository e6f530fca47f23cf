import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '@lobby/shared/kit/languages.ts';
import express, { type Request, type Router } from 'express';
import { fail } from '../base/errors.ts';
import { text } from '../base/messages.ts';
import type { Message } from './deliver.ts';
import { escaped, withPictures } from './frame.ts';

const ID = /^[0-9a-f]{24}$/;
const SHOWN = 100;
const STYLE =
  'body{margin:0 auto;max-width:960px;padding:24px 16px;font:14px/20px system-ui,sans-serif;color:#15191C}table{border-collapse:collapse;width:100%}th,td{padding:8px 16px 8px 0;border-bottom:1px solid #D9DEE1;overflow-wrap:anywhere}a{color:#0B6673}';

function read(dir: string, id: string): Message | null {
  try {
    return JSON.parse(readFileSync(join(dir, `${id}.json`), 'utf8'));
  } catch {
    return null;
  }
}

function newest(dir: string): Message[] {
  let names: string[] = [];
  try {
    names = readdirSync(dir).filter(name => name.endsWith('.json'));
  } catch {
    // The folder does not exist until the first mail.
  }
  return names
    .sort()
    .slice(-SHOWN)
    .reverse()
    .map(name => read(dir, name.replace('.json', '')))
    .filter(message => message !== null);
}

export type OutboxReaders = 'all' | 'machine' | 'nobody';

/** Whether a proxy forwarded the request: it then may come from elsewhere. */
const forwarded = ({ headers }: Request) =>
  Object.keys(headers).some(name => /^(forwarded|via|x-forwarded-.*|x-real-ip)$/.test(name));

/** Whether a request may read stored mails: in a demo everybody, otherwise this machine only. */
export function mayRead(who: OutboxReaders, req: Request): boolean {
  const isLocal = /^(::1|127\.|::ffff:127\.)/.test(req.socket.remoteAddress ?? '') && !forwarded(req);
  return who === 'all' || (who === 'machine' && isLocal);
}

/**
 * Pages to read mails stored for lack of a mail server. `open` tells who may read them: in a demo everybody, otherwise this
 * machine only.
 */
export function outboxPages(dir: string, open: () => Promise<OutboxReaders>): Router {
  const router = express.Router();
  router.use(async (req, res, next) => {
    const who = await open();
    if (!mayRead(who, req)) fail('NOT_FOUND');
    res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    next();
  });
  router.get('/', (req, res) => {
    const language = languageOf(req.get('Accept-Language'));
    const rows = newest(dir).map(
      ({ id, to, subject, at }) =>
        `<tr><td>${escaped(String(at).slice(0, 16).replace('T', ' '))}</td><td>${escaped(to)}</td><td><a href="/api/outbox/${id}">${escaped(subject)}</a></td></tr>`,
    );
    const title = escaped(text(language, 'mail.outbox.title'));
    const head = ['at', 'to', 'subject'].map(
      key => `<th align="left">${escaped(text(language, `mail.outbox.${key}`))}</th>`,
    );
    const table = rows.length > 0 ? `<table cellpadding="6"><tr>${head.join('')}</tr>${rows.join('')}</table>` : '';
    const note = escaped(text(language, rows.length > 0 ? 'mail.outbox.note' : 'mail.outbox.empty'));
    res
      .type('html')
      .send(
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><style nonce="${res.locals.nonce}">${STYLE}</style></head><body><h1>${title}</h1><p>${note}</p>${table}</body></html>`,
      );
  });
  router.get('/:id', (req, res) => {
    const message = ID.test(req.params.id) ? read(dir, req.params.id) : null;
    if (!message) return fail('NOT_FOUND');
    res.type('html').send(withPictures(message.html, message));
  });
  return router;
}
