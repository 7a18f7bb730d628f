import { useT } from '#kit/web/i18n.ts';
import { TextField } from '#kit/web/ui/text-field.tsx';

/** An amount in rupees. @param props.isFirst takes the focus when the dialog opens */
export function AmountField(props: {
  value: string;
  onChange: (typed: string) => void;
  error: string | undefined;
  help?: string;
  isFirst?: boolean;
}) {
  const t = useT();
  return (
    <TextField
      label={t('wallet.amountRupees')}
      help={props.help}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      maxLength={14}
      data-autofocus={props.isFirst || undefined}
      value={props.value}
      error={props.error}
      onChange={props.onChange}
    />
  );
}
