import type { Ctx } from '../../kit/base/context.ts';
import type { Sender } from '../../kit/mail/queue.ts';
import type { MailKind } from '../../kit/mail/send.ts';
import { loginDigest } from '../auth/sessions.ts';
import { nextEmailOf, type User, users } from '../auth/users.ts';
import { whiteLabelOf } from '../branding/white-labels.ts';
import { makeLink } from './links.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

/** The white label under which somebody asks writes to them. */
export function senderOf({ whiteLabel }: Pick<Ctx, 'whiteLabel'>): Sender {
  const { name, hosts } = whiteLabelOf(whiteLabel, undefined);
  return { name, host: hosts[0] ?? null };
}

const loadOwner = (email: string) => users().findOne({ logins: loginDigest(email), disabled: false });
const named = ({ name }: User) => ({ name });
/** A page about the password; residents are led back to their app from it. */
const passwordPage = (base: string, page: 'forgot' | 'set-new-password', { kind }: User) =>
  `${base}/password/${page}${kind === 'resident' ? '?for=resident' : ''}`;

/** A registration: the link that confirms the mailbox; to whom has an account already, that they have one. */
const register: MailKind = async ({ id, to, at, values, base }) => {
  const user = await loadOwner(to);
  if (!user) return null;
  const { language } = user;
  if (user.verified) return { words: 'registered', language, values: named(user), link: `${base}/login` };
  const { name = '', passwordHash = '' } = values;
  const token = await makeLink({ id, at }, { purpose: 'confirm', userId: user._id, wish: { name, passwordHash } });
  return token ? { values: { name }, link: `${base}/register/confirm#token=${token}` } : null;
};

/** A password that was forgotten; nothing goes to an address that is nobody's. */
const reset: MailKind = async ({ id, to, at, base }) => {
  const user = await loadOwner(to);
  const token = user && (await makeLink({ id, at }, { purpose: 'reset', userId: user._id, wish: null }));
  if (!user || !token) return null;
  return {
    language: user.language,
    values: named(user),
    link: `${passwordPage(base, 'set-new-password', user)}#token=${token}`,
  };
};

/** An invitation: the link that sets the first password, or to who has one the news, by `attached` words and with a link to `home`. */
const inviteTo =
  (attached: string, home: string): MailKind =>
  async ({ id, to, at, values, base }) => {
    const user = await loadOwner(to);
    if (!user) return null;
    const { project = '', by = '' } = values;
    const said = { name: user.name, project, by };
    if (user.verified) {
      if (user.mailOff?.includes('membership')) return null;
      const unsubscribe = unsubscribeLinks(base, user, 'membership');
      return { words: attached, language: user.language, values: said, link: base + home, unsubscribe };
    }
    const token = await makeLink({ id, at }, { purpose: 'activate', userId: user._id, wish: null });
    return token ? { values: said, link: `${passwordPage(base, 'set-new-password', user)}#token=${token}` } : null;
  };

/** The password is another now: said to its owner, in case somebody else did it. */
const password: MailKind = async ({ to, base }) => {
  const user = await loadOwner(to);
  return user && { language: user.language, values: named(user), link: passwordPage(base, 'forgot', user) };
};

/** Another e-mail for an account: the link that confirms it, to the new one; no use where another is wanted by now. */
const address: MailKind = async ({ id, to, at, values: { userId = '', project = '', by = '' }, base }) => {
  const user = await users().findOne({ _id: userId, disabled: false });
  const digest = loginDigest(to);
  if (!user || loginDigest(nextEmailOf(user) ?? '') !== digest) return null;
  const token = await makeLink({ id, at }, { purpose: 'address', userId, wish: null, to: digest });
  const values = { name: user.name, project, by };
  return token ? { language: user.language, values, link: `${base}/email/confirm#token=${token}` } : null;
};

/** What is done to the e-mail of an account, said at the one that it had: its owner may know nothing of it. */
const toldBefore: MailKind = async ({ values: { userId = '', ...values }, base }) => {
  const user = await users().findOne({ _id: userId });
  return user && { language: user.language, values, link: passwordPage(base, 'forgot', user) };
};

/** The mails of accounts. */
export const accountMails = {
  register,
  reset,
  /** Into a project. */
  invite: inviteTo('attached', '/login'),
  /** To the app of residents. */
  inviteResident: inviteTo('attachedResident', '/resident'),
  password,
  address,
  addressAsked: toldBefore,
  addressMoved: toldBefore,
} as const satisfies Record<string, MailKind>;
