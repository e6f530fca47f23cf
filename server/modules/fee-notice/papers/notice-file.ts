import type { Language } from '@lobby/shared/kit/languages.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Attached } from '../../../kit/mail/deliver.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadAttached } from '../../../platform/projects/paper/paper.ts';
import { drawNotices } from '../sending/paper/paper.ts';

/** PDF of a notice in the recipient's language, for attaching to a mail. */
export async function noticeFile(ctx: Ctx, notice: Doc<typeof feeNotice>, language: Language): Promise<Attached> {
  return loadAttached(notice.code ?? '', pdf => drawNotices(ctx, pdf, { language }, [notice]));
}
