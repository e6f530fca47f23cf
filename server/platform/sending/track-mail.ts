import { timingSafeEqual } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';
import { clockNow } from '../../kit/database/clock.ts';
import { type MailRow, mails } from '../../kit/mail/queue.ts';
import { keepReport } from '../../kit/mail/reports/keep.ts';
import { digestOf } from '../auth/sessions.ts';
import { loadProject } from '../projects/projects.ts';

/** Whether a resident agreed that a project learns of the mails that they open. */
type Agreed = (projectId: string, residentId: string) => Promise<boolean>;
let agreed: Agreed = async () => false;
export function configureAgreement(next: Agreed): void {
  agreed = next;
}

const openToken = (mailId: string) => `${mailId}.${digestOf('mail-open', mailId)}`;
const clickToken = (mailId: string, url: string) =>
  `${mailId}.${Buffer.from(url).toString('base64url')}.${digestOf('mail-click', `${mailId}:${url}`)}`;

const LINK = /(<a\b[^>]*\shref=")(https?:\/\/[^"]+)(")/g;
const unescaped = (href: string) =>
  href.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll('&amp;', '&');
/** Links by which readers decide about mails; they lead there directly. */
const isOwn = (url: string) => url.includes('/emails/') || url.includes('#token=');

/** The mail with a picture that tells of its opening, and links that tell of a click before they lead on. */
export function tracked(html: string, mailId: string, base: string): string {
  const linked = html.replace(LINK, (all, before: string, href: string, after: string) => {
    const url = unescaped(href);
    return isOwn(url) ? all : `${before}${base}/m/c/${clickToken(mailId, url)}${after}`;
  });
  const pixel = `<img src="${base}/m/o/${openToken(mailId)}.gif" width="1" height="1" alt="" />`;
  return linked.includes('</body>') ? linked.replace('</body>', `${pixel}</body>`) : linked + pixel;
}

/** The mail without the picture that tells of its opening. */
export const untracked = (html: string): string => html.replace(/<img src="[^"]*\/m\/o\/[^"]*"[^>]*>/g, '');

/** A mail as it goes out: tracked only where the project does so and its reader agreed. */
export async function trackedFor(
  { _id, projectId, residentId }: Pick<MailRow, '_id' | 'projectId' | 'residentId'>,
  html: string,
  base: string,
): Promise<string> {
  if (!projectId || !residentId || (await loadProject(projectId))?.sending?.trackMail !== true) return html;
  return (await agreed(projectId, residentId)) ? tracked(html, _id, base) : html;
}

/** Programs that open links and pictures by themselves, for their users or to check them. */
const MACHINES = /proxy|bot\b|crawl|spider|preview|scan|facebookexternalhit|slack|curl|wget/i;
/** A mail opened sooner than this after its delivery was opened by a scanner. */
const TOO_SOON_MS = 5000;

/** Notes what a reader did, unless it was a machine. */
async function note({ method, headers }: Request, mailId: string, outcome: 'opened' | 'clicked'): Promise<void> {
  if (method !== 'GET' || MACHINES.test(String(headers['user-agent'] ?? ''))) return;
  const mail = await mails().findOne({ _id: mailId }, { projection: { doneAt: 1 } });
  const now = clockNow();
  if (!mail?.doneAt || now.getTime() - mail.doneAt.getTime() < TOO_SOON_MS) return;
  await keepReport({ mailId, outcome, code: null }, now);
}

const isSame = (left: string, right: string) => {
  const [first, other] = [Buffer.from(left), Buffer.from(right)];
  return first.length === other.length && timingSafeEqual(first, other);
};
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

async function opened(req: Request, res: Response): Promise<void> {
  const token = String(req.params.file).replace(/\.gif$/, '');
  const [mailId = ''] = token.split('.');
  if (!isSame(token, openToken(mailId))) return void res.sendStatus(404);
  await note(req, mailId, 'opened');
  res.set({ 'Content-Type': 'image/gif', 'Cache-Control': 'no-store' }).send(GIF);
}

async function clicked(req: Request, res: Response): Promise<void> {
  const token = String(req.params.token);
  const [mailId = '', named = ''] = token.split('.');
  const url = Buffer.from(named, 'base64url').toString();
  if (!isSame(token, clickToken(mailId, url))) return void res.sendStatus(404);
  await note(req, mailId, 'clicked');
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).redirect(302, url);
}

/** Public, signed paths of tracked mails. */
export function mailTracking(): Router {
  const router = express.Router();
  router.get('/o/:file', opened);
  router.get('/c/:token', clicked);
  return router;
}
