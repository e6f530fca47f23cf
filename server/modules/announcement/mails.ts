import { announcement } from '@lobby/shared/modules/announcement.ts';
import { attachedFiles } from '../../kit/files/attached.ts';
import type { Attached } from '../../kit/mail/message.ts';
import type { MailKind } from '../../kit/mail/send.ts';
import { records } from '../../kit/store/records.ts';
import { unsubscribeLinks } from '../../platform/accounts/unsubscribe.ts';
import { loginDigest } from '../../platform/auth/sessions.ts';
import { users } from '../../platform/auth/users.ts';

/** Attachments of an announcement, to be sent with its mail. */
async function filesWith(projectId: string, announcementId: string): Promise<Attached[]> {
  const doc = await records(announcement).withRemoved().get({ projectId }, announcementId);
  return attachedFiles(projectId, doc?.attachments ?? []);
}

/** Announcement mail; users with an account can unsubscribe from all but urgent ones. */
const announcementMail: MailKind = async ({ to, values, base }) => {
  const user = await users().findOne({ logins: loginDigest(to), disabled: false });
  if (!values.urgent && user?.mailOff?.includes('announcements')) return null;
  return {
    values,
    link: `${base}/resident`,
    files: await filesWith(values.projectId ?? '', values.announcementId ?? ''),
    // The unsubscribe link is in the recipient's language, like the text.
    ...(user && { unsubscribe: unsubscribeLinks(base, user, 'announcements') }),
  };
};

/** Announcement as a text message, without attachments. */
const announcementSms: MailKind = async ({ values, base }) => ({ values, link: `${base}/resident` });

export const announcementMails = { announcement: announcementMail, announcementSms };
