import type { Ctx } from '../../kit/base/context.ts';
import type { Sender } from '../../kit/mail/queue.ts';
import type { MailKind } from '../../kit/mail/send.ts';
import { loginDigest } from '../auth/sessions.ts';
import { type User, users } from '../auth/users.ts';
import { whiteLabelOf } from '../branding/white-labels.ts';
import { makeLink } from './links.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

/** The white label under which somebody asks writes to them. */
export function senderOf({ whiteLabel }: Pick<Ctx, 'whiteLabel'>): Sender {
  const { name, hosts } = whiteLabelOf(whiteLabel, undefined);
  return { name, host: hosts[0] ?? null };
}

const ownerOf = (email: string) => users().findOne({ logins: loginDigest(email), disabled: false });
const named = ({ name }: User) => ({ name });
/** A page about the password; residents are led back to their app from it. */
const passwordPage = (base: string, page: 'forgot' | 'set-new-password', { kind }: User) =>
  `${base}/password/${page}${kind === 'resident' ? '?for=resident' : ''}`;

/** A registration: the link that confirms the mailbox; to whom has an account already, that they have one. */
const register: MailKind = async ({ id, to, at, values, base }) => {
  const user = await ownerOf(to);
  if (!user) return null;
  const { language } = user;
  if (user.verified) return { words: 'registered', language, values: named(user), link: `${base}/login` };
  const { name = '', passwordHash = '' } = values;
  const token = await makeLink({ id, at }, { purpose: 'confirm', userId: user._id, wish: { name, passwordHash } });
  return token ? { values: { name }, link: `${base}/register/confirm#token=${token}` } : null;
};

/** A password that was forgotten; nothing goes to an address that is nobody's. */
const reset: MailKind = async ({ id, to, at, base }) => {
  const user = await ownerOf(to);
  const token = user && (await makeLink({ id, at }, { purpose: 'reset', userId: user._id, wish: null }));
  if (!user || !token) return null;
  return {
    language: user.language,
    values: named(user),
    link: `${passwordPage(base, 'set-new-password', user)}#token=${token}`,
  };
};

/** An invitation into a project: the link that sets the first password, or the news to who has one. */
const invite: MailKind = async ({ id, to, at, values, base }) => {
  const user = await ownerOf(to);
  if (!user) return null;
  const { project = '', by = '' } = values;
  const said = { name: user.name, project, by };
  if (user.verified) {
    if (user.mailOff?.includes('membership')) return null;
    const unsubscribe = unsubscribeLinks(base, user, 'membership');
    return { words: 'attached', language: user.language, values: said, link: `${base}/login`, unsubscribe };
  }
  const token = await makeLink({ id, at }, { purpose: 'activate', userId: user._id, wish: null });
  return token ? { values: said, link: `${passwordPage(base, 'set-new-password', user)}#token=${token}` } : null;
};

/** An invitation to the app of residents: the link that sets the first password, or the news to who has one. */
const inviteResident: MailKind = async ({ id, to, at, values, base }) => {
  const user = await ownerOf(to);
  if (!user) return null;
  const { project = '', by = '' } = values;
  const said = { name: user.name, project, by };
  if (user.verified) {
    if (user.mailOff?.includes('membership')) return null;
    const unsubscribe = unsubscribeLinks(base, user, 'membership');
    return { words: 'attachedResident', language: user.language, values: said, link: `${base}/resident`, unsubscribe };
  }
  const token = await makeLink({ id, at }, { purpose: 'activate', userId: user._id, wish: null });
  return token ? { values: said, link: `${passwordPage(base, 'set-new-password', user)}#token=${token}` } : null;
};

/** The password is another now: said to its owner, in case somebody else did it. */
const password: MailKind = async ({ to, base }) => {
  const user = await ownerOf(to);
  return user && { language: user.language, values: named(user), link: passwordPage(base, 'forgot', user) };
};

/** The mails of accounts. */
export const accountMails = { register, reset, invite, inviteResident, password } as const satisfies Record<
  string,
  MailKind
>;
