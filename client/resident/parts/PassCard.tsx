import { qrPath } from '../../kit/ui/qr/qr.ts';
import { t } from '../words.ts';

interface PassCardProps {
  passCode: string;
  /** Text shown below, if it is not the code. */
  said?: string;
  /** Content of the QR code, if it is not the code to type. */
  holds?: string;
}

/** A guest's pass for the desk: QR code and code to type. */
export function PassCard({ passCode, said = passCode, holds = passCode }: PassCardProps) {
  const qr = qrPath(holds);
  return (
    <>
      <svg role="img" aria-label={t('guests.qr')} viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges">
        <path d={qr.path} fill="#000" />
      </svg>
      <output>{said}</output>
    </>
  );
}

/** Address of a guest's pass; the token is in the hash, so that it reaches neither logs nor other sites. */
export const passPage = (token: string): string => `${location.origin}/resident/pass#${token}`;
