import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { WordingScope } from '../../kit/base/messages.ts';
import type { Attached } from '../../kit/mail/deliver.ts';
import { openPdf } from '../../kit/paper/pdf.ts';
import type { Project } from '../../platform/projects/projects.ts';
import type { Paper } from './papers.ts';
import { drawNotice } from './pdf.ts';

/** A notice as the file that goes with its mail, in the language of its reader. */
export async function attachedOf(paper: Paper, project: Project, speech: WordingScope): Promise<Attached> {
  const out = new PassThrough();
  const read = buffer(out);
  const pdf = openPdf(out, project.name);
  await drawNotice(pdf, paper, project, speech);
  await pdf.close();
  return { name: `${paper.code}.pdf`, type: 'application/pdf', content: (await read).toString('base64') };
}
