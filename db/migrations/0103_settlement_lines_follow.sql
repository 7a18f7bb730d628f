-- Lines of settlement files follow what becomes of the money: one that was imported before its top-up was credited agrees with it then.
grant update (state, transaction_id) on wallet_settlement_line to :app;
grant update (matched, wrong) on wallet_settlement to :app;
