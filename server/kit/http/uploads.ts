import { UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { Refusal } from '../base/errors.ts';
import { LEAST_UPLOAD, uploading } from './workload.ts';

/** Allowance for the form fields and boundaries around the files, in bytes. */
const FORM_BYTES = 64 * 1024;
/** An upload slower than this is aborted, because others wait for its share of memory. */
const SLOWEST = { bytes: 16 * 1024, ms: 15_000 };

const uploads = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: UPLOAD_LIMIT.document, files: UPLOAD_LIMIT.files, fields: 0, parts: UPLOAD_LIMIT.files },
}).array('files', UPLOAD_LIMIT.files);

const receive = (req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    let seen = req.socket.bytesRead;
    const look = setInterval(() => {
      const read = req.socket.bytesRead - seen;
      seen = req.socket.bytesRead;
      if (read < SLOWEST.bytes && !req.complete) req.destroy();
    }, SLOWEST.ms);
    uploads(req, res, error => {
      clearInterval(look);
      // Errors of the multipart parser itself have no class of their own.
      if (error) reject(error instanceof MulterError ? error : new Refusal('MALFORMED_BODY'));
      else resolve();
    });
  });

/** The memory reserved for an upload in bytes: its Content-Length, or the maximum if there is none. */
function weightOf(req: Request): number {
  const most = UPLOAD_LIMIT.request + FORM_BYTES;
  const length = Number(req.get('Content-Length') ?? most);
  if (length > most) throw new Refusal('PAYLOAD_TOO_LARGE');
  return Math.max(length, LEAST_UPLOAD);
}

/** Receives and handles the files of a request, once there is memory for them. */
export const withUploads = (who: string, req: Request, res: Response, work: () => Promise<void>): Promise<void> =>
  uploading(who, weightOf(req), async () => {
    await receive(req, res);
    await work();
  });
