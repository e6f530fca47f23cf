import type { Ctx } from '../../kit/base/context.ts';
import type { Sender } from '../../kit/mail/queue.ts';
import type { MailKind } from '../../kit/mail/send.ts';
import { loginDigest } from '../auth/sessions.ts';
import { nextEmailOf, type User, users } from '../auth/users.ts';
import { whiteLabelOf } from '../branding/white-labels.ts';
import { makeLink } from './links.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

/** The sender of account mails: the white label of the request. */
export function senderOf({ whiteLabel }: Pick<Ctx, 'whiteLabel'>): Sender {
  const { name, hosts } = whiteLabelOf(whiteLabel, undefined);
  return { name, host: hosts[0] ?? null };
}

const loadOwner = (email: string) => users().findOne({ logins: loginDigest(email), disabled: false });
const named = ({ name }: User) => ({ name });
/** A password page; residents return to their app from it. */
const passwordPage = (base: string, page: 'forgot' | 'set-new-password', { kind }: User) =>
  `${base}/password/${page}${kind === 'resident' ? '?for=resident' : ''}`;

/** Registration: a link that confirms the mailbox, or, if the account exists, a mail that says so. */
const register: MailKind = async ({ id, to, at, values, base }) => {
  const user = await loadOwner(to);
  if (!user) return null;
  const { language } = user;
  if (user.verified) return { words: 'registered', language, values: named(user), link: `${base}/login` };
  const { name = '', passwordHash = '' } = values;
  const token = await makeLink({ id, at }, { purpose: 'confirm', userId: user._id, wish: { name, passwordHash } });
  return token ? { values: { name }, link: `${base}/register/confirm#token=${token}` } : null;
};

/** Password reset; unknown addresses get no mail. */
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

/**
 * Invitation: a link to set the first password; owners of an account get a notice instead, with `attached` wording and a
 * link to `home`.
 */
const inviteTo =
  (attached: string, home: string): MailKind =>
  async ({ id, to, at, values, base }) => {
    const user = await loadOwner(to);
    if (!user) return null;
    const { project = '', by = '' } = values;
    const words = { name: user.name, project, by };
    if (user.verified) {
      if (user.mailOff?.includes('membership')) return null;
      const unsubscribe = unsubscribeLinks(base, user, 'membership');
      return { words: attached, language: user.language, values: words, link: base + home, unsubscribe };
    }
    const token = await makeLink({ id, at }, { purpose: 'activate', userId: user._id, wish: null });
    return token ? { values: words, link: `${passwordPage(base, 'set-new-password', user)}#token=${token}` } : null;
  };

/** Informs the owner of a changed password, in case it was somebody else. */
const password: MailKind = async ({ to, base }) => {
  const user = await loadOwner(to);
  return user && { language: user.language, values: named(user), link: passwordPage(base, 'forgot', user) };
};

/** Confirmation link for another e-mail, sent to the new one; dropped if the request changed meanwhile. */
const address: MailKind = async ({ id, to, at, values: { userId = '', project = '', by = '' }, base }) => {
  const user = await users().findOne({ _id: userId, disabled: false });
  const digest = loginDigest(to);
  if (!user || loginDigest(nextEmailOf(user) ?? '') !== digest) return null;
  const token = await makeLink({ id, at }, { purpose: 'address', userId, wish: null, to: digest });
  const values = { name: user.name, project, by };
  return token ? { language: user.language, values, link: `${base}/email/confirm#token=${token}` } : null;
};

/** Informs the previous address about a change of an account's e-mail, since the owner may be unaware of it. */
const toldBefore: MailKind = async ({ values: { userId = '', ...values }, base }) => {
  const user = await users().findOne({ _id: userId });
  return user && { language: user.language, values, link: passwordPage(base, 'forgot', user) };
};

export const accountMails = {
  register,
  reset,
  /** To a project. */
  invite: inviteTo('attached', '/login'),
  /** To the residents' app. */
  inviteResident: inviteTo('attachedResident', '/resident'),
  password,
  address,
  addressAsked: toldBefore,
  addressMoved: toldBefore,
} as const satisfies Record<string, MailKind>;
