import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { scopeNow } from '../../../session/session.ts';
import { IconButton } from '../../controls/Button.tsx';
import { Menu } from '../../overlay/Menu.tsx';

interface PrintButtonProps {
  /** Path of its print page under /print/:project. */
  to: string;
  /** Print variants: name in the URL, and label. */
  sheets?: readonly (readonly [sheet: string, label: string])[];
}

/** Prints a list with its filter and sort. */
export function PrintButton({ to, sheets }: PrintButtonProps) {
  const { t } = useTranslation('kit');
  const { search } = useLocation();
  const navigate = useNavigate();
  const print = (sheet?: string) => {
    const params = new URLSearchParams(search);
    if (sheet) params.set('sheet', sheet);
    void navigate(`/print/${scopeNow().projectId}/${to}?${params}`);
  };
  const button = <IconButton icon={Printer} label={t('list.print')} onClick={sheets ? undefined : () => print()} />;
  if (!sheets) return button;
  const items = sheets.map(([key, label]) => ({ key, icon: Printer, label, onSelect: () => print(key) }));
  return (
    <Menu placement="bottom-end" tooltip={t('list.print')} trigger={button} sections={[{ key: 'sheets', items }]} />
  );
}
