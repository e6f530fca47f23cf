import { createHash, generateKeyPairSync, randomBytes, sign, verify, X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf, faultsIn, listening } from './listening.ts';

/** Faults of a message; `null`: none. */
export const TAX_FAULTS = [
  'refused',
  'envelope',
  'reasons',
  'review',
  'withdrawn',
  'withdrawnFirst',
  'twice',
  'reordered',
  'late',
  'never',
  'signature',
  'foreign',
  'close',
  'lost',
  'slow',
] as const;
export type TaxFault = (typeof TAX_FAULTS)[number];

/** A received message. */
export interface TaxMessage {
  id: string;
  type: string;
  xml: string;
  answers: string[];
}
interface Options {
  port?: number;
  lateMs?: number;
  slowMs?: number;
  /** Where to push answers, in addition to fetching them. */
  tell?: string | null;
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const escaped = (text: string) =>
  text.replace(/[&<>]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? character);
const digest = (text: string) => createHash('sha256').update(text).digest('base64');
const tag = (name: string, text: string | number) => `<${name}>${escaped(String(text))}</${name}>`;
const between = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null;

/** Signs with code of its own, independent of the product's, so that both check each other. */
function makeOffice(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = (kind: number, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
    return Buffer.concat([Buffer.from([kind, ...size]), body]);
  };
  const rsa = der(0x30, der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
  const subject = der(
    0x30,
    der(0x31, der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))),
  );
  const time = (at: number) =>
    der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    rsa,
    subject,
    der(0x30, time(Date.now() - 86_400_000), time(Date.now() + 86_400_000 * 365)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const raw = der(0x30, body, rsa, der(0x03, Buffer.from([0]), sign('sha256', body, privateKey)));
  /** Signs an element given in its canonical form. */
  const signature = (id: string, canonical: string): string => {
    const info = [
      `<SignedInfo xmlns="${DSIG}">`,
      '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod>',
      '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>',
      `<Reference URI="#${id}"><DigestMethod Algorithm="${SHA256}"></DigestMethod>`,
      `<DigestValue>${digest(canonical)}</DigestValue></Reference></SignedInfo>`,
    ].join('');
    const value = sign('sha256', Buffer.from(info), privateKey).toString('base64');
    return [
      `<Signature xmlns="${DSIG}">${info.replace(` xmlns="${DSIG}"`, '')}<SignatureValue>${value}</SignatureValue>`,
      `<KeyInfo><X509Data><X509Certificate>${raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></Signature>`,
    ].join('');
  };
  return { raw, signature };
}

/** Whether the seller's signature matches the received invoice byte by byte. */
function isSigned(xml: string): boolean {
  const data = /<(DLHDon|DLTKhai|DLTBao) Id="([^"]+)">[\s\S]*?<\/\1>/.exec(xml);
  const info = /<SignedInfo>([\s\S]*?)<\/SignedInfo>/.exec(xml)?.[1];
  const value = between(xml, 'SignatureValue');
  const certificate = between(xml, 'X509Certificate');
  if (!data || !info || !value || !certificate) return false;
  const signedDigest = new RegExp(`URI="#${data[2]}">[\\s\\S]*?<DigestValue>([^<]+)</DigestValue>`).exec(info)?.[1];
  if (signedDigest !== digest(data[0])) return false;
  const text = `<SignedInfo xmlns="${DSIG}">${info}</SignedInfo>`;
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
  return verify('sha256', Buffer.from(text), publicKey, Buffer.from(value, 'base64'));
}

const json = (res: ServerResponse, status: number, body: object): void =>
  void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

/** Sandbox of a tax office: accepts messages 100, 200, 203 and 300, and answers as configured. */
export async function openTaxOffice({ port = 0, lateMs = 600_000, slowMs = 40_000, tell = null }: Options = {}) {
  const office = makeOffice('CỤC THUẾ SANDBOX');
  const stranger = makeOffice('KHÔNG PHẢI CỤC THUẾ');
  const messages = new Map<string, TaxMessage>();
  const stop = new AbortController();
  const faults: (TaxFault | null)[] = [];
  let reachable = true;
  let to = tell;

  const envelope = (type: string, about: { id: string; taxCode: string }, data: string, replyTo = about.id) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?><TDiep><TTChung>',
      tag('PBan', '2.1.0') + tag('MNGui', 'TCT') + tag('MNNhan', about.id.slice(0, -32)) + tag('MLTDiep', type),
      tag('MTDiep', `TCT${randomBytes(16).toString('hex').toUpperCase()}`) + tag('MTDTChieu', replyTo),
      `${tag('MST', about.taxCode)}</TTChung><DLieu>${data}</DLieu></TDiep>`,
    ].join('');
  const reasons = (all: readonly string[], name = 'DSLDo') =>
    all.length === 0
      ? ''
      : `<${name}>${all.map((reason, n) => `<LDo>${tag('MLoi', 30_000 + n)}${tag('MTLoi', reason)}</LDo>`).join('')}</${name}>`;
  /** A notice signed by the office. */
  const notice = (by: typeof office, inner: string): string => {
    const data = `<DLTBao Id="TB">${inner}</DLTBao>`;
    return `<TBao>${data}<DSCKS><CQT>${by.signature('TB', data)}</CQT></DSCKS></TBao>`;
  };
  const taken = (about: { id: string; taxCode: string }, good: boolean, words: readonly string[] = []) =>
    envelope('999', about, `<TBao>${tag('MTDiep', about.id)}${tag('TTTNhan', good ? 0 : 1)}${reasons(words)}</TBao>`);

  /** Returns the answers to a message, in order. */
  function answersOf(
    xml: string,
    type: string,
    about: { id: string; taxCode: string },
    fault: TaxFault | null,
  ): string[] {
    const by = fault === 'signature' ? stranger : office;
    const recipient = fault === 'foreign' ? { ...about, taxCode: '0100112437' } : about;
    const why = ['Mã số thuế người mua không tồn tại', 'Ngày lập không hợp lệ'];
    if (type === '100') {
      const no = fault === 'reasons';
      return [
        envelope('102', recipient, notice(by, tag('TTTNhan', 1))),
        envelope(
          '103',
          recipient,
          notice(by, tag('TTXNCQT', no ? 2 : 1) + reasons(no ? ['Chứng thư số không hợp lệ'] : [], 'DSLDKCNhan')),
        ),
      ];
    }
    if (type === '300') {
      const inner = `<DSHDon><HDon>${tag('STT', 1)}${tag('TTTNCCQT', fault === 'reasons' ? 2 : 1)}</HDon></DSHDon>`;
      return [envelope('301', recipient, notice(by, inner))];
    }
    if (fault === 'review') {
      const inner = `<DSHDon><HDon>${tag('STT', 1)}${reasons(['Đề nghị rà soát'])}</HDon></DSHDon>`;
      return [envelope('302', recipient, notice(by, inner))];
    }
    const refused = () => {
      const inner = `${tag('LTBao', 4)}<LHDKMa><DSHDon><HDon>${reasons(why)}</HDon></DSHDon></LHDKMa>`;
      return envelope('204', recipient, notice(by, inner));
    };
    if (fault === 'reasons') return [refused()];
    if (type === '203') return [envelope('204', recipient, notice(by, tag('LTBao', 2)))];
    const data = /<DLHDon Id="([^"]+)">[\s\S]*?<\/DLHDon>/.exec(xml);
    const code = randomBytes(17).toString('hex').toUpperCase();
    const signed = by.signature(data?.[1] ?? '', data?.[0] ?? '');
    const whole = (/<HDon>[\s\S]*<\/HDon>/.exec(xml)?.[0] ?? '')
      .replace('<DSCKS>', () => `${tag('MCCQT', code)}<DSCKS>`)
      .replace('</DSCKS>', () => `<CQT>${signed}</CQT></DSCKS>`);
    // Rejected after acceptance.
    return [envelope('202', recipient, whole), ...(fault?.startsWith('withdrawn') ? [refused()] : [])];
  }

  const post = async (xml: string) => {
    if (!to) return;
    await fetch(to, { method: 'POST', body: xml, headers: { 'Content-Type': 'text/xml' }, signal: stop.signal }).catch(
      () => null,
    );
  };
  /** Stores an answer to be fetched, and pushes it if an address is set. */
  const say = async (message: TaxMessage, xml: string) => {
    message.answers.push(xml);
    await post(xml);
  };

  async function answer(
    message: TaxMessage,
    about: { id: string; taxCode: string },
    fault: TaxFault | null,
  ): Promise<void> {
    if (fault === 'never' || fault === 'refused' || fault === 'envelope') return;
    if (fault === 'late') await wait(lateMs, null, { signal: stop.signal }).catch(() => null);
    const all = answersOf(message.xml, message.type, about, fault);
    const reordered = fault === 'reordered' || fault === 'withdrawnFirst';
    for (const xml of fault === 'twice' ? [...all, ...all] : reordered ? all.toReversed() : all)
      await say(message, xml);
    if (fault === 'review') reviewed.add(message);
    if (message.type === '300') await goOn(message.xml);
  }

  const reviewed = new Set<TaxMessage>();
  /** Issues the codes of invoices that were pending a review, as soon as the notice about them arrives. */
  async function goOn(notice: string): Promise<void> {
    const number = between(notice, 'SHDon');
    for (const message of reviewed) {
      if (between(message.xml, 'SHDon') !== number) continue;
      reviewed.delete(message);
      const about = { id: message.id, taxCode: between(message.xml, 'MST') ?? '' };
      for (const xml of answersOf(message.xml, message.type, about, null)) await say(message, xml);
    }
  }

  /** Accepts a message and confirms its receipt: as XML, or in the format of the provider that forwarded it. */
  async function take(xml: string, res: ServerResponse, passedOn = false): Promise<void> {
    const fault = faults.shift() ?? null;
    const id = between(xml, 'MTDiep') ?? '';
    const about = { id, taxCode: between(xml, 'MST') ?? '' };
    const type = between(xml, 'MLTDiep') ?? '';
    if (fault === 'lost') return void res.socket?.destroy();
    const sayXml = (text: string) =>
      passedOn
        ? json(res, 200, { receipt: Buffer.from(text).toString('base64') })
        : void res.writeHead(200, { 'Content-Type': 'application/xml' }).end(text);
    if (fault === 'envelope') return sayXml(envelope('-1', about, `<TBao>${reasons(['Sai định dạng'])}</TBao>`));
    if (fault === 'refused' || !isSigned(xml)) return sayXml(taken(about, false, ['Chữ ký không hợp lệ']));
    const earlier = messages.get(id);
    const message = earlier ?? { id, type, xml, answers: [] };
    messages.set(id, message);
    if (fault === 'slow') await wait(slowMs, null, { signal: stop.signal }).catch(() => null);
    if (fault === 'close') res.socket?.destroy();
    else sayXml(taken(about, true));
    if (!earlier) void answer(message, about, fault);
  }

  const tokens = new Set<string>();
  /** The API of a provider that forwards messages to this office. */
  async function pass(req: IncomingMessage, res: ServerResponse, [what, id = '', part]: string[]): Promise<void> {
    const body = req.method === 'POST' ? JSON.parse((await bodyOf(req)) || '{}') : {};
    if (what === 'login') {
      if (body.password !== 'sandbox') return json(res, 401, { message: 'Sai tên đăng nhập hoặc mật khẩu' });
      const token = randomBytes(16).toString('hex');
      tokens.add(token);
      return json(res, 200, { token });
    }
    if (!tokens.has((req.headers.authorization ?? '').replace('Bearer ', ''))) return json(res, 401, {});
    if (req.method === 'POST') return take(Buffer.from(String(body.data), 'base64').toString('utf8'), res, true);
    const message = messages.get(id);
    if (!message) return json(res, 404, { message: id });
    const answers = message.answers.map(xml => Buffer.from(xml).toString('base64'));
    json(res, 200, part === 'answers' ? { answers } : { id });
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!reachable) return void res.writeHead(503).end();
    if (req.url?.startsWith('/provider/api/v1/')) return pass(req, res, req.url.split('/').slice(4));
    const [, first, id, part] = (req.url ?? '').split('/');
    if (first === 'certificate') return void res.writeHead(200).end(office.raw.toString('base64'));
    if (first === 'sandbox') {
      const requested = faultsIn(JSON.parse((await bodyOf(req)) || '{}'), TAX_FAULTS);
      if ('faults' in requested) faults.push(...requested.faults);
      return json(res, 'faults' in requested ? 200 : 400, requested);
    }
    if (first !== 'messages') return void res.writeHead(404).end();
    if (req.method === 'POST') return take(await bodyOf(req), res);
    const message = messages.get(id ?? '');
    if (!message) return void res.writeHead(404).end();
    json(res, 200, part === 'answers' ? message.answers : { id: message.id });
  }

  const { url, close } = await listening(port, serve, stop);
  return {
    url,
    close,
    messages,
    /** Sets the faults of the next messages, in order. */
    faultsOfNext: (...all: (TaxFault | null)[]) => void faults.push(...all),
    reach: (yes: boolean) => {
      reachable = yes;
    },
    tellTo: (url: string | null) => {
      to = url;
    },
    post,
  };
}
export type TaxOffice = Awaited<ReturnType<typeof openTaxOffice>>;
