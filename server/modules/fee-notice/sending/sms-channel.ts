import { toE164 } from '@lobby/shared/kit/contact.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { smsState, smsVerify } from '@lobby/shared/modules/sending.contract.ts';
import { isMobile, sendingOf } from '@lobby/shared/modules/sending-settings.ts';
import { feature } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { newId } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { mailState } from '../../../kit/mail/state.ts';
import { records } from '../../../kit/store/records.ts';
import { senderOf } from '../../../platform/accounts/mails.ts';
import { projectFor, tryNow } from '../../../platform/sending/routes.ts';
import { smsThisMonth } from './run/sms-left.ts';

/** The channel of short messages: whether it is set up, what it has cost this month, and a try. */
export const smsChannelRoutes: readonly Route[] = [
  route(smsState, {
    flags: ['read'],
    async run(ctx, { params }) {
      const project = await projectFor(ctx, params.id);
      const { smsBrandName: brandName, smsMonthlyCap: cap, smsWarnAt: warnAt, smsPrice } = sendingOf(project.sending);
      const on = feature(ctx, 'SMS');
      const keySet = mailState().sms || project.sendingKeys?.smsKey !== undefined;
      const usedThisMonth = await smsThisMonth(ctx);
      return {
        on,
        brandName,
        keySet,
        usedThisMonth,
        cap,
        warnAt,
        price: [...smsPrice],
        warnings: [
          ...(on ? [] : ['OFF' as const]),
          ...(brandName ? [] : ['NO_BRAND_NAME' as const]),
          ...(mailState().sms ? [] : ['NO_GATEWAY' as const]),
          ...(smsPrice.some(({ price }) => price > 0) ? [] : ['NO_PRICE' as const]),
          ...(cap && usedThisMonth * 100 >= cap * warnAt ? ['NEAR_CAP' as const] : []),
        ],
      };
    },
  }),
  route(smsVerify, {
    flags: ['updateInfo'],
    async run(ctx, { params, body }) {
      const project = await projectFor(ctx, params.id);
      if (!feature(ctx, 'SMS')) fail('SMS_NOT_SET_UP');
      const to = (await records(employee).get(ctx, ctx.employeeId))?.phone;
      if (!to) return fail('NO_PHONE');
      // A try costs money and reaches somebody: nobody but oneself.
      if (body.phone && toE164(body.phone) !== to) failFields({ phone: { code: 'REFERENCE_NOT_SUITABLE' } });
      if (!isMobile(to)) failFields({ phone: { code: 'PHONE_INVALID' } });
      const name = project.sending?.smsBrandName ?? senderOf({ whiteLabel: project.whiteLabel ?? '' }).name;
      const words = text(ctx.language, 'mail.verify.sms', { project: project.name });
      return tryNow({
        id: newId(),
        projectId: project._id,
        to,
        at: ctx.now,
        from: { name, address: mailState().from },
        subject: words,
        text: words,
        html: '',
      });
    },
  }),
];
