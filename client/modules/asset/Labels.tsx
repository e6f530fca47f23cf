import type { assetPage } from '@lobby/shared/modules/asset.contract.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import type { device } from '@lobby/shared/modules/device.ts';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { toast } from '../../kit/base/toast.ts';
import { callContract } from '../../kit/http/contract.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { ScanButton } from '../../kit/ui/camera/ScanButton.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { useExport } from '../../kit/ui/list/export/useExport.ts';

/** Maximum number of labels per print. */
const MOST = 200;
type Thing = typeof asset | typeof device;
type Chosen = { ids: readonly string[] } | object;

/** Prints QR labels of the chosen assets or machines. */
export function LabelsButton({ of, chosen }: { of: Thing; chosen: Chosen }) {
  const { t } = useTranslation(asset.name);
  const { busy, save } = useExport();
  if (!('ids' in chosen) || chosen.ids.length > MOST) return null;
  const query = { ids: [...chosen.ids] };
  return (
    <Button
      look="ghost"
      icon={QrCode}
      busy={busy}
      onClick={() => save(`${of.path}/qr-sheet`, { ...scopeNow(), query })}
    >
      {t('qr.printMany')}
    </Button>
  );
}

/** Labels contain an address that ends in the token of the asset or machine. */
const TOKEN = /\/q#([\w.-]+)$/;

/** On phones: scanning one of our labels opens its record; any other code becomes the search text. */
export function ScanThing() {
  const { t } = useTranslation(asset.name);
  const isPhone = usePhone();
  const navigate = useNavigate();
  const { idUnitGroup = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const [busy, setBusy] = useState(false);
  if (!isPhone) return null;
  const read = async (text: string) => {
    const [, token] = TOKEN.exec(text) ?? [];
    if (!token) {
      const next = new URLSearchParams(params);
      next.set('q', text.slice(0, 100));
      next.set('tab', 'all');
      return setParams(next);
    }
    setBusy(true);
    try {
      const { data } = await callContract<typeof assetPage>('GET', '/q/:token', { params: { token }, ...scopeNow() });
      navigate(`/projects/${idUnitGroup}/${data.page}${data.id}`);
    } catch {
      toast({ tone: 'bad', title: t('qr.unknown') });
    } finally {
      setBusy(false);
    }
  };
  return busy ? null : <ScanButton bare label={t('qr.scan')} onCode={text => void read(text)} />;
}
