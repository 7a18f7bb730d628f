import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { api } from '#kit/web/api.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField } from '#kit/web/ui/action-fields.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { invalidate } from '#kit/web/queries.ts';
import { vehicleModel } from '../vehicles.contract.ts';
import { refreshVehicles } from '../vehicles.queries.ts';
import type { ModelRequestRow } from './model-requests.contract.ts';

const existing = ref('vehicle-model', { label: 'Model' });
const { brandId, typeId, categoryId } = vehicleModel.fields;
const references = { brandId, typeId, categoryId } as const;
const fields = ['modelId', 'name', 'reply', ...Object.keys(references)];
const refresh = () => Promise.all([refreshVehicles(), invalidate('model-request', 'vehicle-model')]);

/** Answers a request with a model that is there, or with one that is added now. */
export function AnswerRequest({ row, onClose }: { row: ModelRequestRow; onClose: () => void }) {
  const t = useT();
  const mayAdd = useCan()('vehicle-model', 'create');
  const [way, setWay] = useState<'existing' | 'new'>('existing');
  const [given, setGiven] = useState<Record<string, string>>({ name: row.name });
  const action = useAction(refresh, onClose);
  const set = (name: string) => (value: string) => {
    setGiven({ ...given, [name]: value });
    action.clear();
  };
  const { modelId, reply, ...newModel } = given;
  const body = {
    ...(way === 'new' ? newModel : modelId ? { modelId } : {}),
    ...(reply?.trim() ? { reply } : {}),
  };
  const send = () => action.send((once) => api.post<Done>(`/model-request/answer/${row.id}`, { body, ...once }));
  return (
    <ActionDialog title={t('modelRequests.answerTitle', { name: row.name })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">{t('modelRequests.answerText')}</p>
        <Refusal submit={action} fields={fields} />
        {mayAdd ? (
          <ChoiceField
            legend={t('modelRequests.way')}
            options={(['existing', 'new'] as const).map((value) => ({
              value,
              label: t(`modelRequests.ways.${value}`),
            }))}
            value={way}
            onChange={setWay}
          />
        ) : null}
        {way === 'existing' ? (
          <RecordField
            label={t('modelRequests.model')}
            field={existing}
            value={modelId ?? ''}
            error={action.fields['modelId']}
            isFirst
            onChange={set('modelId')}
          />
        ) : (
          <>
            <RecordField
              label={brandId.label}
              field={brandId}
              value={given['brandId'] ?? ''}
              error={action.fields['brandId']}
              onChange={set('brandId')}
            />
            <TextField
              label={t('modelRequests.modelName')}
              help={t('modelRequests.modelNameHelp')}
              maxLength={100}
              autoComplete="off"
              aria-required
              value={given['name'] ?? ''}
              error={action.fields['name']}
              onChange={set('name')}
            />
            {(['typeId', 'categoryId'] as const).map((name) => (
              <RecordField
                key={name}
                label={references[name].label}
                field={references[name]}
                value={given[name] ?? ''}
                error={action.fields[name]}
                onChange={set(name)}
              />
            ))}
          </>
        )}
        <TextField
          label={t('modelRequests.reply')}
          optional
          maxLength={300}
          autoComplete="off"
          value={reply ?? ''}
          error={action.fields['reply']}
          onChange={set('reply')}
        />
        <ActionButtons label={t('modelRequests.answerDo')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}

/** Declines a request, with the reason that the client reads. */
export function DeclineRequest({ row, onClose }: { row: ModelRequestRow; onClose: () => void }) {
  const t = useT();
  const [reply, setReply] = useState('');
  const action = useAction(() => invalidate('model-request'), onClose);
  const send = () =>
    action.send((once) => api.post<Done>(`/model-request/decline/${row.id}`, { body: { reply }, ...once }));
  return (
    <ActionDialog title={t('modelRequests.declineTitle', { name: row.name })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">{t('modelRequests.declineText')}</p>
        <Refusal submit={action} fields={['reply']} />
        <TextField
          label={t('vehicles.reason')}
          maxLength={300}
          autoComplete="off"
          data-autofocus
          aria-required
          value={reply}
          error={action.fields['reply']}
          onChange={setReply}
        />
        <ActionButtons label={t('modelRequests.declineDo')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
