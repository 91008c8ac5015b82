import * as texts from '@deqiq/messages/people/second-factor-steps.js';
import { Copy, Download, Printer } from 'lucide-react';
import { clinic } from '../../../lib/clinic.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/overlay/toast.ts';

/** The codes, shown once, with three ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${clinic.name}\n${texts.fileHead()}\n\n${codes.join('\n')}\n`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success(texts.copied());
    } catch {
      toast.error(texts.copyFailed());
    }
  }

  function download(): void {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'deqiq-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <div className="grid gap-4">
      <p className="text-desk text-muted">{texts.recoveryText()}</p>
      <ul
        aria-label={texts.recoveryTitle()}
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-card bg-sunken p-4 font-mono text-desk"
      >
        {codes.map((code) => (
          <li key={code} className="text-center">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button
          variant="outline"
          size="sm"
          icon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {texts.copy()}
        </Button>
        <Button
          variant="outline"
          size="sm"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={download}
        >
          {texts.download()}
        </Button>
        <Button
          variant="outline"
          size="sm"
          icon={<Printer size={16} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {texts.print()}
        </Button>
      </div>
    </div>
  );
}
