import { type VisitorRow, visitor } from '@lobby/shared/modules/visitor.ts';
import { useAtomValue } from 'jotai';
import { Link2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { dataOf, request } from '../../kit/http/api.ts';
import { toApiError } from '../../kit/http/api-error.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { QrCode } from '../../kit/ui/QrCode.tsx';
import { styleClass } from '../../theme/classes.ts';

const passClass = styleClass({
  display: 'grid',
  justifyItems: 'center',
  gap: '2',
  textAlign: 'center',
  '& svg': { w: '200px', maxW: 'full', h: 'auto', borderRadius: 'md' },
  '& output': { textStyle: 'xl', fontWeight: 'semibold', letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' },
  '& p': { color: 'fg.muted' },
});

/** The pass of a visit: what the guest shows at the desk, as a code to be read or typed. */
export function PassTab({ id }: { id: string }) {
  const { t } = useTranslation('visitor');
  const entry = useAtomValue(useMemo(() => recordAtom(visitor.name, id), [id]));
  const { passCode, name } = dataOf<VisitorRow>(entry?.row);
  async function copy() {
    try {
      const { path } = (await request<{ path: string }>('GET', `${visitor.path}/${id}/pass-link`, scopeNow())).data;
      await navigator.clipboard.writeText(location.origin + path);
      toast({ tone: 'done', title: t('pass.copied') });
    } catch (failure) {
      toast({ tone: 'bad', title: toApiError(failure).message });
    }
  }
  return (
    <DetailBody>
      <div className={passClass()}>
        {passCode && <QrCode text={passCode} label={t('pass.qr', { code: passCode })} />}
        <output>{passCode}</output>
        <strong>{name}</strong>
        <p>{t('pass.help')}</p>
        <Button icon={Link2} onClick={() => void copy()}>
          {t('pass.copy')}
        </Button>
      </div>
    </DetailBody>
  );
}
