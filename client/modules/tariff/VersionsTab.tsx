import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { tariffVersions } from '@lobby/shared/modules/tariff.contract.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { CalendarRange, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { VersionForm } from './VersionForm.tsx';

const listClass = styleClass({
  listStyle: 'none',
  '& > li': { display: 'grid', gap: '1', py: '3', borderBottomWidth: '1px', borderColor: 'border' },
  '& header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
  '& b': { fontWeight: 'semibold' },
  '& header > i': { flex: '1' },
  '& small, & p': { color: 'fg.muted', textStyle: 'sm' },
  '& ul': { listStyle: 'none', fontFamily: 'figures', textStyle: 'sm' },
});
const headClass = styleClass({ display: 'flex', justifyContent: 'flex-end', px: '4', pt: '3', flex: 'none' });

type Placed = AnswerOf<typeof tariffVersions>[number];

/** Versions of a tariff, newest first. Versions used by bills cannot be changed. */
export function VersionsTab({ id }: { id: string }) {
  const { t } = useTranslation(['tariff-version', 'kit']);
  const mayWrite = useCan(tariff.code, 'write');
  const [asked, setAsked] = useState<Placed | 'new' | null>(null);
  const { data, error, again } = useContract<typeof tariffVersions>('/tariff/:id/versions', {
    params: { id },
    follow: tariff.code,
    delay: 300,
  });
  if (error && !data) return <ErrorState title={t('kit:detail.failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows folded />;
  const current = data.find(({ state }) => state === 'CURRENT') ?? data.at(-1);
  return (
    <>
      {mayWrite && (
        <div className={headClass()}>
          <Button size="sm" look="outline" icon={Plus} onClick={() => setAsked('new')}>
            {t('actions.create')}
          </Button>
        </div>
      )}
      {data.length === 0 ? (
        <Empty icon={CalendarRange} title={t('empty.title')}>
          {t('empty.text')}
        </Empty>
      ) : (
        <DetailBody>
          <ol className={listClass()} reversed>
            {data.map(one => (
              <VersionLine key={one.id} own={one} onEdit={mayWrite && !one.used ? () => setAsked(one) : undefined} />
            ))}
          </ol>
        </DetailBody>
      )}
      {asked !== null && (
        <VersionForm
          tariffId={id}
          {...(asked === 'new' ? { current } : { doc: asked })}
          onClose={() => {
            setAsked(null);
            void again();
          }}
        />
      )}
    </>
  );
}

const TONES = { FUTURE: 'waiting', CURRENT: 'done', PAST: 'ended' } as const;

function VersionLine({ own, onEdit }: { own: Placed; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation([tariffVersion.name, 'kit']);
  const { day, money, number, percent: rate } = useFormats();
  const percent = (value: number | null) => rate(value ?? 0);
  const to = (value: number | null | undefined) =>
    value == null ? t('line.above') : t('line.to', { to: number(value) });
  return (
    <li>
      <header>
        <b>{t('line.from', { number: own.number, day: day(own.effectiveFrom) })}</b>
        <Status tone={TONES[own.state]}>{t(`states.${own.state}`)}</Status>
        {own.used && <small>{t('states.USED')}</small>}
        <i />
        {onEdit && (
          <Button size="sm" icon={Pencil} onClick={onEdit}>
            {t('kit:detail.edit')}
          </Button>
        )}
      </header>
      <small>
        {t(`options.pricing.${own.pricing}`)}
        {own.pricing === 'FORMULA' && own.formulaType && ` · ${t(`options.formulaType.${own.formulaType}`)}`}
        {own.vatKind === 'RATE'
          ? ` · ${t('fields.vat')} ${percent(own.vat)}`
          : ` · ${t(`options.vatKind.${own.vatKind}`)}`}
        {own.vatIncluded && ` · ${t('fields.vatIncluded')}`}
        {Boolean(own.surchargeTax) && ` · ${t('fields.surchargeTax')} ${percent(own.surchargeTax)}`}
      </small>
      <ul>
        {own.pricing === 'UNIT_PRICE' && <li>{money(own.unitPrice ?? 0)}</li>}
        {own.pricing === 'PRICE_LIST' &&
          own.priceList.map(({ key, price }) => (
            <li key={key}>
              {key}: {money(price ?? 0)}
            </li>
          ))}
        {own.pricing === 'FORMULA' &&
          (own.formulaType === 'PERCENT'
            ? own.parts.map(({ percent: part, price }) => (
                <li key={`${part} ${price}`}>
                  {percent(part ?? 0)} × {money(price ?? 0)}
                </li>
              ))
            : own.tiers.map(({ to: upTo, price }) => (
                <li key={`${upTo}`}>
                  {to(upTo)}: {money(price ?? 0)}
                </li>
              )))}
      </ul>
      {own.source && <p>{own.source}</p>}
    </li>
  );
}
