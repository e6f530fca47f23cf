import type { NewMail } from '../../kit/mail/queue.ts';
import { senderOf } from '../accounts/mails.ts';
import type { Project } from '../projects/projects.ts';
import { sendTime } from '../projects/quiet.ts';

/** Sender and time of a short message: never at night (domain.md, ruling 5), unless `urgent`. */
export function byPhone(project: Project, now: Date, urgent = false): Required<Pick<NewMail, 'sender' | 'dueAt'>> {
  const brand = project.sending?.smsBrandName;
  return {
    sender: brand ? { name: brand, host: null } : senderOf({ whiteLabel: project.whiteLabel ?? '' }),
    dueAt: urgent ? now : sendTime(project, now, true),
  };
}
