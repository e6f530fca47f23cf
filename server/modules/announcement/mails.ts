import type { MailKind } from '../../kit/mail/send.ts';
import { unsubscribeLinks } from '../../platform/accounts/unsubscribe.ts';
import { loginDigest } from '../../platform/auth/sessions.ts';
import { users } from '../../platform/auth/users.ts';

/** An announcement by mail; who has an account may turn such mails off, but for urgent ones. */
const announcement: MailKind = async ({ to, values, base }) => {
  const user = await users().findOne({ logins: loginDigest(to), disabled: false });
  if (!values.urgent && user?.mailOff?.includes('announcements')) return null;
  return {
    values,
    link: `${base}/resident`,
    // In the language of its words: a button in another would be of another letter.
    ...(user && { unsubscribe: unsubscribeLinks(base, user, 'announcements') }),
  };
};

/** An announcement as a short message: its words are all that goes. */
const announcementSms: MailKind = async ({ values, base }) => ({ values, link: `${base}/resident` });

export const announcementMails = { announcement, announcementSms };
