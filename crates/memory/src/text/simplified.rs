//! Letters as simplified Chinese writes them, as far as orders to a model are written with them.

/// The letters of orders to a model as traditional Chinese and Japanese write them, and the simplified ones.
const TRADITIONAL: [(char, char); 37] = [
    ('無', '无'),
    ('視', '视'),
    ('記', '记'),
    ('憶', '忆'),
    ('詞', '词'),
    ('統', '统'),
    ('設', '设'),
    ('會', '会'),
    ('輸', '输'),
    ('顯', '显'),
    ('複', '复'),
    ('說', '说'),
    ('説', '说'),
    ('開', '开'),
    ('發', '发'),
    ('將', '将'),
    ('傳', '传'),
    ('網', '网'),
    ('鏈', '链'),
    ('郵', '邮'),
    ('來', '来'),
    ('請', '请'),
    ('現', '现'),
    ('務', '务'),
    ('並', '并'),
    ('洩', '泄'),
    ('拋', '抛'),
    ('語', '语'),
    ('訴', '诉'),
    ('轉', '转'),
    ('內', '内'),
    ('規', '规'),
    ('則', '则'),
    ('話', '话'),
    ('對', '对'),
    ('給', '给'),
    ('爲', '为'),
];

/// The letter as simplified Chinese writes it.
pub(super) fn simplified(c: char) -> char {
    let known = TRADITIONAL.iter().find(|(written, _)| *written == c);
    known.map_or(c, |(_, simple)| *simple)
}
