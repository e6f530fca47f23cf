import { readPhone } from '@lobby/shared/kit/contact.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { asShown, opensAt } from '@lobby/shared/modules/hotline-view.ts';
import { useTranslation } from 'react-i18next';
import { now } from '../../kit/http/clock.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { PhoneFrame } from '../../kit/ui/layout/PhoneFrame.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const linesClass = styleClass({
  '& li': { display: 'grid', gap: '0' },
  '& li > b': { textStyle: 'md', fontWeight: 'semibold' },
  '& li[data-closed] > b': { color: 'fg.subtle' },
});

/** The numbers as a resident sees them now. */
export function Preview({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(hotline.name);
  const { time } = useFormats();
  const { data } = useRows(hotline, { filter: { shown: { in: ['true'] } }, sort: 'order', limit: 100 });
  const clock = time(new Date(now()).toISOString());
  return (
    <Dialog open title={t('preview')} onClose={onClose} footer={<LeaveButton onClick={onClose} />}>
      <PhoneFrame label={t('preview')}>
        {!data && <SkeletonRows rows={4} />}
        <ul className={linesClass()}>
          {asShown(data ?? []).map(line => {
            const from = opensAt(line, clock);
            return (
              <li key={line.id} data-closed={from ? '' : undefined}>
                <small>{line.name}</small>
                <b>{readPhone(line.phone)}</b>
                {from && <small>{t('from', { time: from })}</small>}
                {line.note && <small>{line.note}</small>}
              </li>
            );
          })}
        </ul>
      </PhoneFrame>
    </Dialog>
  );
}
