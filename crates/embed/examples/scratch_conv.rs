fn main(){ let b=std::fs::read("target/models/f32/model.safetensors").unwrap(); let o=amb_embed::convert::int8_from_f32(&b).unwrap(); std::fs::write("target/models/all-MiniLM-L6-v2-int8.safetensors",&o).unwrap(); println!("{}",o.len());
 let m=amb_embed::MiniLm::load(&o,&std::fs::read("target/models/tokenizer.json").unwrap()).unwrap();
 for n in [14,62,126,254]{ let t="word ".repeat(n); let s=std::time::Instant::now(); let k=20; for _ in 0..k{ m.embed(&[&t]).unwrap(); } println!("{} tokens {:?}",n+2,s.elapsed()/k); } }
